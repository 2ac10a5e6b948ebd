import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Variable with the keys: `id:base64key`, several with commas. */
export const ENCRYPTION_KEYS_VARIABLE = 'PLUMBLINE_ENCRYPTION_KEYS';

export interface EncryptionKey {
  /** Stored unencrypted with everything that the key has encrypted. */
  readonly id: string;
  /** 32 bytes; a Node object that logs and JSON do not reveal. */
  readonly secret: KeyObject;
}

const KEY_BYTES = 32;
const ENTRY = /^(?<id>[\w.-]{1,64}):(?<key>[A-Za-z0-9+/]+={0,2})$/;

/** Reads the keys: the first encrypts, all decrypt. Messages never repeat the secret value. */
export const encryptionKeysSchema = z.string().transform((written, context): readonly EncryptionKey[] => {
  const keys = written.split(',').map((entry) => readKey(entry.trim()));
  const complete = keys.filter((key) => key !== undefined);
  if (complete.length < keys.length) {
    const place = keys.indexOf(undefined) + 1;
    context.addIssue(
      `entry ${place} must be an id of up to 64 letters, digits and . _ -, a colon, and ${KEY_BYTES} bytes in base64 (openssl rand -base64 ${KEY_BYTES})`,
    );
  }
  if (new Set(complete.map(({ id }) => id)).size < complete.length) context.addIssue('two keys have the same id');
  return complete;
});

function readKey(entry: string): EncryptionKey | undefined {
  const { id, key } = ENTRY.exec(entry)?.groups ?? {};
  const bytes = Buffer.from(key ?? '', 'base64');
  return id === undefined || bytes.byteLength !== KEY_BYTES ? undefined : { id, secret: createSecretKey(bytes) };
}
