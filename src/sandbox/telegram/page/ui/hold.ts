/**
 * Makes a rendering that waits while a button or link is held down: the pointer would be released over something else, which is no click.
 */
export function holdWhilePressed(render: () => void): () => void {
  let isPressed = false;
  let isDue = false;
  const release = () => {
    isPressed = false;
    if (isDue) render();
    isDue = false;
  };
  document.addEventListener('pointerdown', ({ target }) => {
    isPressed = target instanceof Element && target.closest('button, a') !== null;
  });
  // The click follows in the same task.
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => void setTimeout(release));
  return () => {
    if (isPressed) isDue = true;
    else render();
  };
}
