import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodecEndpoint } from '../../client/connection/codec-endpoint.ts';
import { createEncryptionCodec } from '../../payloads/encryption-codec.ts';
import { encryptionKeysSchema } from '../../payloads/encryption-keys.ts';

const UI = 'http://127.0.0.1:8233';
const keysOf = (id: string) => encryptionKeysSchema.parse(`${id}:${Buffer.alloc(32, 5).toString('base64')}`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const payloads = [{ metadata: { encoding: base64('json/plain') }, data: base64('"the lamp"') }];

interface Answer {
  readonly status: number;
  readonly allowedOrigin: string | undefined;
  readonly text: string;
}

let port: number;
const endpoint = createCodecEndpoint(createEncryptionCodec(keysOf('a')), [UI]);
beforeAll(async () => {
  await once(endpoint.listen(0, '127.0.0.1'), 'listening');
  ({ port } = endpoint.address() as AddressInfo);
});
afterAll(() => void endpoint.close());

/** By Node's own request: `fetch` does not let a test say another host. */
async function ask(
  path: string,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const request = sendRequest({ host: '127.0.0.1', port, path, method, headers });
  request.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, allowedOrigin: response.headers['access-control-allow-origin'], text };
}

describe('the codec endpoint', () => {
  it('decodes what it encoded, for the Web UI as for the Temporal CLI, which sends no origin', async () => {
    const encoded = await ask('/encode', { payloads });
    const decoded = await ask('/decode', encoded.text, { headers: { origin: UI, 'x-namespace': 'default' } });

    expect(encoded.text).not.toContain(payloads[0]?.data);
    expect(JSON.parse(decoded.text)).toEqual({ payloads });
    expect(decoded.allowedOrigin).toBe(UI);
  });

  it('allows only the Web UI to send requests from a browser', async () => {
    const headers = { 'access-control-request-method': 'POST' };

    const ofUi = await ask('/decode', '', { method: 'OPTIONS', headers: { ...headers, origin: UI } });
    const ofAnother = await ask('/decode', '', {
      method: 'OPTIONS',
      headers: { ...headers, origin: 'https://elsewhere.example' },
    });

    expect([ofUi.status, ofUi.allowedOrigin]).toEqual([204, UI]);
    expect([ofAnother.status, ofAnother.allowedOrigin]).toEqual([403, undefined]);
  });

  it.each([
    ['the page of another site', { origin: 'https://elsewhere.example' }, 'https://elsewhere.example'],
    ['a name that resolves to this machine', { host: 'rebound.example' }, 'rebound.example'],
  ])('decodes nothing for %s', async (_, headers, refused) => {
    const { status, text } = await ask('/decode', { payloads }, { headers });

    expect(status).toBe(403);
    expect(text).toContain(`does not serve ${refused}`);
    expect(text).not.toContain('payloads');
  });

  it('names the key that is missing', async () => {
    const [encrypted] = await createEncryptionCodec(keysOf('older')).encode([{ data: Buffer.from('x') }]);
    const metadata = Object.fromEntries(
      Object.entries(encrypted?.metadata ?? {}).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
    );

    const { status, text } = await ask('/decode', {
      payloads: [{ metadata, data: Buffer.from(encrypted?.data ?? []).toString('base64') }],
    });

    expect(status).toBe(422);
    expect(text).toContain('the key \\"older\\", which is missing here');
  });

  it.each([
    ['GET', '/decode', '', 405],
    ['POST', '/elsewhere', { payloads }, 404],
    ['POST', '/decode', 'no JSON', 400],
    ['POST', '/decode', { payloads: [{ data: 'no base64!' }] }, 400],
    ['POST', '/decode', ' '.repeat(9 * 1024 * 1024), 413],
  ])('answers the invalid request %s %s with its status (%#)', async (method, path, body, status) => {
    expect((await ask(path, body, { method })).status).toBe(status);
  });
});
