/** Whether it is an HTTPS URL. */
export function httpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** An HTTPS URL, or HTTP on this machine itself; without a closing slash. */
export function httpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const fits = url.protocol === 'https:' || (url.protocol === 'http:' && loopback);
  return fits && !url.username && !url.password && !url.search && !url.hash ? text.replace(/\/+$/, '') : undefined;
}
