import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApplicationFailure, type Payload, type PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { ENCRYPTION_KEYS_VARIABLE, type EncryptionKey } from './encryption-keys.ts';

/** Value and name that Temporal's own encryption samples write into a payload's metadata. */
const ENCODING = Buffer.from('binary/encrypted');
const KEY_ID = 'encryption-key-id';

const CIPHER = 'aes-256-gcm';
/** Lengths in bytes that NIST SP 800-38D recommends in sections 5.2.1.1 and 5.2.1.2. */
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Failure type for an encrypted payload that cannot be decrypted here. */
const ENCRYPTION_KEY_MISSING = 'EncryptionKeyMissing';

/** Long, because an activity has few attempts and adding a key takes minutes. */
const RETRY_DELAY = '1 minute';

/**
 * Encrypts payloads with AES-256-GCM. Payloads without a key id pass through, so runs from before the first key stay
 * readable. Without any key nothing is encrypted, and encrypted payloads are refused.
 *
 * An encrypted payload contains the nonce, the encrypted payload as protobuf, and the tag; the key's id is
 * authenticated with it. A payload that cannot be decrypted is a retryable failure: the run waits until the key is
 * added.
 *
 * @param keys the first encrypts, all decrypt
 */
export function createEncryptionCodec(keys: readonly EncryptionKey[]): PayloadCodec {
  const [current] = keys;
  return {
    encode: async (payloads) => (current === undefined ? payloads : payloads.map((each) => encrypt(each, current))),
    decode: async (payloads) => payloads.map((each) => decrypt(each, keys)),
  };
}

/** A payload without a value. */
const NOTHING: Payload = { metadata: { encoding: Buffer.from('binary/null') } };

/** The same for lists of runs: a payload that cannot be decrypted counts as empty. */
export function createForgivingCodec(keys: readonly EncryptionKey[]): PayloadCodec {
  const strict = createEncryptionCodec(keys);
  const decodeOne = async (payload: Payload): Promise<Payload> => {
    const decoded = await strict.decode([payload]).catch(() => []);
    return decoded[0] ?? NOTHING;
  };
  return {
    encode: (payloads) => strict.encode(payloads),
    decode: (payloads) => Promise.all(payloads.map(decodeOne)),
  };
}

function encrypt(payload: Payload, { id, secret }: EncryptionKey): Payload {
  const nonce = randomBytes(NONCE_LENGTH);
  const keyId = Buffer.from(id);
  const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_LENGTH }).setAAD(keyId);
  const plain = proto.temporal.api.common.v1.Payload.encode(payload).finish();
  const data = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: ENCODING, [KEY_ID]: keyId }, data };
}

function decrypt(payload: Payload, keys: readonly EncryptionKey[]): Payload {
  const { encoding, [KEY_ID]: keyId } = payload.metadata ?? {};
  if (!encoding || !keyId || !ENCODING.equals(encoding)) return payload;
  const id = Buffer.from(keyId).toString();
  const key = keys.find((candidate) => candidate.id === id);
  if (key === undefined) throw missingKey(`is encrypted with the key "${id}", which is missing here`);
  const data = Buffer.from(payload.data ?? []);
  try {
    return proto.temporal.api.common.v1.Payload.decode(open(data, key));
  } catch {
    // The cipher does not tell which of the two happened.
    throw missingKey(`was changed, or encrypted with another key of the id "${id}" than the one here`);
  }
}

/** @throws {Error} when the tag does not fit */
function open(data: Buffer, { id, secret }: EncryptionKey): Buffer {
  const nonce = data.subarray(0, NONCE_LENGTH);
  const tag = data.subarray(-TAG_LENGTH);
  const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_LENGTH });
  decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
  return Buffer.concat([decipher.update(data.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]);
}

function missingKey(what: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: ENCRYPTION_KEY_MISSING,
    message: `a payload ${what}: add the key to ${ENCRYPTION_KEYS_VARIABLE} and restart this process`,
    nextRetryDelay: RETRY_DELAY,
  });
}
