import { ApplicationFailure, defaultPayloadConverter, type Payload } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createEncryptionCodec, createForgivingCodec } from '../../../payloads/encryption-codec.ts';
import { encryptionKeysSchema } from '../../../payloads/encryption-keys.ts';

const codecWith = (...keys: readonly (readonly [id: string, fill: number])[]) =>
  createEncryptionCodec(
    keys.flatMap(([id, fill]) => encryptionKeysSchema.parse(`${id}:${Buffer.alloc(32, fill).toString('base64')}`)),
  );

const plain = defaultPayloadConverter.toPayload({ question: 'How long does the lamp burn?' });
const textOf = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('latin1');

async function encryptWith(codec: ReturnType<typeof codecWith>): Promise<Payload> {
  const [encrypted] = await codec.encode([plain]);
  if (encrypted === undefined) throw new Error('nothing was encoded');
  return encrypted;
}

describe('the encryption codec', () => {
  it('gives back what it encrypted, which is unreadable in between', async () => {
    const codec = codecWith(['a', 1]);

    const encrypted = await encryptWith(codec);

    expect(textOf(encrypted.data)).not.toMatch(/lamp|question|json/);
    expect(textOf(encrypted.metadata?.['encryption-key-id'])).toBe('a');
    const [decrypted] = await codec.decode([encrypted]);
    expect(defaultPayloadConverter.fromPayload(decrypted ?? {})).toEqual({ question: 'How long does the lamp burn?' });
  });

  it('encrypts equal values differently each time', async () => {
    const codec = codecWith(['a', 1]);

    const [one, other] = await codec.encode([plain, plain]);

    expect(textOf(one?.data)).not.toBe(textOf(other?.data));
  });

  it('decrypts with older keys, and encrypts with the first', async () => {
    const rotated = codecWith(['b', 2], ['a', 1]);

    const [decrypted] = await rotated.decode([await encryptWith(codecWith(['a', 1]))]);

    expect(textOf(decrypted?.data)).toBe(textOf(plain.data));
    expect(textOf((await encryptWith(rotated)).metadata?.['encryption-key-id'])).toBe('b');
  });

  it.each([
    ['with keys', codecWith(['a', 1])],
    ['without keys', codecWith()],
  ])('%s passes on unencrypted payloads', async (_, codec) => {
    expect(await codec.decode([plain])).toEqual([plain]);
  });

  it('without keys encrypts nothing', async () => {
    expect(await codecWith().encode([plain])).toEqual([plain]);
  });

  it.each([
    ['no key', codecWith(), 'encrypted with the key "a", which is missing here'],
    ['other keys', codecWith(['b', 1], ['c', 2]), 'encrypted with the key "a", which is missing here'],
    ['another key of that id', codecWith(['a', 2]), 'was changed, or encrypted with another key of the id "a"'],
  ])('with %s refuses encrypted payloads with a retryable failure', async (_, codec, message) => {
    const failure = await codec.decode([await encryptWith(codecWith(['a', 1]))]).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ type: 'EncryptionKeyMissing', nonRetryable: false });
    expect(String(failure)).toContain(message);
    expect(String(failure)).toContain('PLUMBLINE_ENCRYPTION_KEYS');
  });

  it.each([
    ['a changed byte', (data: Buffer) => data.with(20, (data[20] ?? 0) ^ 1)],
    ['a changed tag', (data: Buffer) => data.with(-1, (data.at(-1) ?? 0) ^ 1)],
    ['a missing end', (data: Buffer) => data.subarray(0, -1)],
    ['hardly any bytes', (data: Buffer) => data.subarray(0, 5)],
    ['no bytes', () => new Uint8Array()],
  ])('detects %s', async (_, change) => {
    const codec = codecWith(['a', 1]);
    const encrypted = await encryptWith(codec);

    const changed = { ...encrypted, data: change(Buffer.from(encrypted.data ?? [])) };

    await expect(codec.decode([changed])).rejects.toThrow('was changed');
  });

  it('detects that the id of the key was changed to that of another known key', async () => {
    const twins = codecWith(['a', 1], ['b', 1]);
    const encrypted = await encryptWith(twins);

    const relabelled = { ...encrypted, metadata: { ...encrypted.metadata, 'encryption-key-id': Buffer.from('b') } };

    await expect(twins.decode([relabelled])).rejects.toThrow('was changed');
  });
});

describe('the forgiving codec', () => {
  it('gives null for what cannot be decrypted, and everything else', async () => {
    const encrypted = await encryptWith(codecWith(['a', 1]));

    const decoded = await createForgivingCodec([]).decode([encrypted, plain]);

    expect(decoded.map((payload) => defaultPayloadConverter.fromPayload(payload))).toEqual([
      undefined,
      { question: 'How long does the lamp burn?' },
    ]);
  });
});
