/** Puts a value into a map as its newest; of more than so many, the oldest goes. */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) for (const oldest of map.keys().take(1)) map.delete(oldest);
}
