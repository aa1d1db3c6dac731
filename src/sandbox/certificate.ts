export interface Certificate {
  key: string;
  cert: string;
}

/** The certificate signs itself, for 127.0.0.1, localhost and `name`. */
export async function createCertificate(name = 'localhost'): Promise<Certificate> {
  // Most sandboxes need no certificate.
  const { generate } = await import('selfsigned');
  const names = [...new Set([name, 'localhost'])].map((value) => ({ type: 2 as const, value }));
  const pem = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [...names, { type: 7, ip: '127.0.0.1' }] }],
  });
  return { key: pem.private, cert: pem.cert };
}
