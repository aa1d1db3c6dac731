/** Whether a text is an HTTPS URL. */
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

/** A proxy that stands before a server. */
export interface ProxyAddress {
  kind: 'http' | 'https' | 'socks5';
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  credentials: { user: string; password: string } | undefined;
  /** Its URL without the credentials, for errors and logs. */
  where: string;
}

const PROXY_PORTS = { http: 80, https: 443, socks5: 1080 } satisfies Record<ProxyAddress['kind'], number>;
/** SOCKS5 stores the length of a user and of a password in one byte each. */
const LONGEST_SOCKS_FIELD = 255;

/** Reads the URL of a proxy, such as `socks5://user:password@host:1080`. Percent-encoded credentials are decoded. */
export function readProxy(text: string): ProxyAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kind = (['http', 'https', 'socks5'] as const).find((each) => url?.protocol === `${each}:`);
  if (!url?.hostname || !kind || url.port === '0' || !/^\/?$/.test(url.pathname + url.search + url.hash))
    return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const credentials = user === undefined || password === undefined ? undefined : { user, password };
  if (!credentials || !fits(kind, credentials)) return undefined;
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || PROXY_PORTS[kind],
    credentials: user || password ? credentials : undefined,
    where: `${url.protocol}//${url.host}`,
  };
}

function fits(kind: ProxyAddress['kind'], { user, password }: NonNullable<ProxyAddress['credentials']>): boolean {
  // HTTP separates the two by the first colon.
  if (kind !== 'socks5') return !user.includes(':');
  const lengths = [user, password].map((field) => Buffer.byteLength(field));
  return (
    lengths.every((length) => length > 0 && length <= LONGEST_SOCKS_FIELD) || lengths.every((length) => length === 0)
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text holds a bare percent sign, or bytes that are no UTF-8.
    return undefined;
  }
}
