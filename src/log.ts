import { type DestinationStream, type Logger, pino } from 'pino';

/** A bot token in a URL, an authentication header, a URL's user and password. */
const SECRETS = [/\d+:[\w-]{30,}/g, /\b(Bearer|Basic|Token)\s+[^\s"']+/gi, /(?<=:\/\/)[^\s"'/?#]+(?=@)/g];

/** JSON lines without secrets or contents. Errors are reduced to name, message and stack, scrubbed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describe },
    redact: ['token', 'password', 'text', '*.token', '*.password', '*.text', 'headers.authorization'],
  };
  return destination ? pino(options, destination) : pino(options);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  // grammY's HttpError carries the request's URL, and with it the bot token.
  const cause = error.cause ?? ('error' in error ? error.error : undefined);
  return {
    name: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(cause === undefined || cause === error ? {} : { cause: describe(cause) }),
  };
}

function scrub(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, '[secret]'), text);
}
