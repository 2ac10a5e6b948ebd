import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Records, valueOf } from './records.ts';

/** Permission to read one report, with its token. */
export interface Share {
  readonly shareId: string;
  readonly researchId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A share with its token, which is told once. */
export interface MadeShare extends Share {
  readonly token: string;
}

export interface ShareStore {
  create(researchId: string, days: number): Promise<MadeShare>;
  /** The links to a run that still work, oldest first. */
  list(researchId: string): Promise<readonly Share[]>;
  /** @returns false: the run has no such share */
  revoke(researchId: string, shareId: string): Promise<boolean>;
  /** Null: the token was never given, has expired, or was revoked. */
  find(token: string): Promise<Share | null>;
}

/** How every token begins, so that it is never taken for one of a user. */
export const SHARE_PREFIX = 'share.';
const TOKEN = /^share\.([\w-]{1,600})\.([0-9a-f]{8})\.[\w-]{43}$/;
const SHARE_ID = /^[0-9a-f]{8}$/;
const DAY_MS = 86_400_000;
const RECORD_PREFIX = 'share-';

const shareSchema = z.object({
  shareId: z.string(),
  researchId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  tokenHash: z.string(),
});

/** Keeps the shares of a run among its records, with the hash of the token alone. They go with the run. */
export function createShareStore(records: Records, now = (): Date => new Date()): ShareStore {
  const placeOf = (researchId: string, shareId: string) =>
    ({ kind: 'run', owner: researchId, name: `${RECORD_PREFIX}${shareId}` }) as const;
  const isValid = ({ expiresAt }: Share): boolean => expiresAt > now().toISOString();
  return {
    async create(researchId, days) {
      const shareId = randomBytes(4).toString('hex');
      const name = Buffer.from(researchId).toString('base64url');
      const token = `${SHARE_PREFIX}${name}.${shareId}.${randomBytes(32).toString('base64url')}`;
      const expiresAt = new Date(now().getTime() + days * DAY_MS).toISOString();
      const share = { shareId, researchId, createdAt: now().toISOString(), expiresAt };
      const value = { ...share, tokenHash: hashOf(token).toString('base64url') };
      await records.put(placeOf(researchId, shareId), { value, at: share.createdAt });
      return { ...share, token };
    },
    async list(researchId) {
      const rows = await records.list('run', researchId, RECORD_PREFIX);
      const shares = rows.map((row) => valueOf(row, shareSchema)).filter((share) => share !== null);
      return shares
        .filter(isValid)
        .map(withoutHash)
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    async revoke(researchId, shareId) {
      const known = SHARE_ID.test(shareId) ? await records.read(placeOf(researchId, shareId)) : null;
      if (known !== null) await records.remove('run', researchId, [known.name]);
      return known !== null;
    },
    async find(token) {
      const [, name = '', shareId = ''] = TOKEN.exec(token) ?? [];
      if (shareId === '') return null;
      const researchId = Buffer.from(name, 'base64url').toString();
      const stored = valueOf(await records.read(placeOf(researchId, shareId)), shareSchema);
      if (stored === null) return null;
      const isRight = isHashOf(stored.tokenHash, token);
      return isRight && isValid(stored) ? withoutHash(stored) : null;
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isHashOf(hash: string, token: string): boolean {
  const [known, given] = [Buffer.from(hash, 'base64url'), hashOf(token)];
  return known.length === given.length && timingSafeEqual(known, given);
}

function withoutHash({ shareId, researchId, createdAt, expiresAt }: Share): Share {
  return { shareId, researchId, createdAt, expiresAt };
}
