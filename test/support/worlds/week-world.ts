import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { quotasValue } from '@plumbline/contracts/settings/quotas';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import { createShareStore } from '@plumbline/storage/shares';
import { vi } from 'vitest';
import { listBlobs } from '../../../packages/storage/stores/blob-sweep.ts';
import { createStateStores, type StateStores } from '../../../workers/assembly/state-stores.ts';
import { storedMemoryOf } from '../../contract/memory-store.contract.ts';
import { publishReport } from '../builders/published-report.ts';
import { anchorOf } from '../builders/research-fixtures.ts';
import { placeIn } from '../builders/stored-records.ts';
import { storeSession } from '../builders/stored-session.ts';
import { type CommandWorld, createCommandWorld } from './command-world.ts';

const HOUR_MS = 3_600_000;
/** A Monday; later than any real file, so that new ones are known by their times. */
export const BEGINNING = Date.parse('2096-01-02T00:00:00.000Z');
export const USERS = ['anna', 'bert', 'carl', 'dora', 'emil'] as const;
export const RUNS_A_DAY = 50;
const RUNS_OF_A_USER = RUNS_A_DAY / USERS.length;
/** For links to the first, second and third run of a day, in days. */
const SHARED_FOR = [1, 2, 30];
const SPENT = { promptTokens: 90, completionTokens: 10, money: null };

/** What was made, by the clock of the week. */
export interface Made {
  readonly day: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The real storage of a home, the real commands, and a clock that only the test moves. */
export interface WeekWorld extends Pick<CommandWorld, 'home' | 'asProcesses'> {
  readonly state: StateStores;
  readonly shares: ReturnType<typeof createShareStore>;
  readonly made: {
    readonly runs: (Made & { readonly researchId: string })[];
    readonly shares: (Made & { readonly token: string; readonly researchId: string; readonly days: number })[];
    readonly orphans: (Made & { readonly sha256: string })[];
    readonly sessions: (Made & { readonly sessionId: string })[];
  };
  /** @param hour of the day, also with a fraction */
  setClock(day: number, hour: number): void;
  /** Everything that happens on a day; runs that a quota refuses are told. */
  work(day: number): Promise<readonly string[]>;
  /** Runs a command to its end. @throws {Error} when it fails */
  command(...words: string[]): Promise<void>;
  close(): Promise<void>;
}

export async function createWeekWorld(): Promise<WeekWorld> {
  const commands = await createCommandWorld({}, { 'answers.ttl-hours': '48', 'web.page-ttl-hours': '48' });
  const { home } = commands;
  const quotas = quotasValue.parse(`user=runs:${RUNS_OF_A_USER},tokens:${RUNS_OF_A_USER * 100}`);
  const place = placeIn(home);
  const state = createStateStores(openSqliteState(home), place, () => new Date(), quotas);
  const shares = createShareStore(state.records);
  const made: WeekWorld['made'] = { runs: [], shares: [], orphans: [], sessions: [] };
  vi.useFakeTimers({ toFake: ['Date'], now: BEGINNING });
  const world: WeekWorld = {
    home,
    asProcesses: (environment) => commands.asProcesses(environment),
    state,
    shares,
    made,
    setClock: (day, hour) => void vi.setSystemTime(BEGINNING + (day * 24 + hour) * HOUR_MS),
    async work(day) {
      const refused: string[] = [];
      for (const user of USERS) {
        // One more than the quota allows.
        for (let run = 0; run <= RUNS_OF_A_USER; run++) {
          const reached = await state.spending.countRun(user);
          if (reached === null) await runOf(world, day, user, run);
          else refused.push(user);
        }
      }
      await leaveRest(world, day);
      await dateNewFiles(home);
      return refused;
    },
    async command(...words) {
      const { code, stderr } = await commands.run(...words);
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    },
    async close() {
      vi.useRealTimers();
      await state.close();
      await commands.close();
    },
  };
  return world;
}

/** A scripted run: it pays for an answer, reports, and some are shared. */
async function runOf({ home, state, shares, made }: WeekWorld, day: number, user: string, run: number): Promise<void> {
  const researchId = `research-${day}-${user}-${run}`;
  const at = Date.now();
  const payer = { researchId, activityId: '1', spender: { userId: user, share: 1 } };
  await state.calls.reserve(keyOf(researchId), payer, { expected: SPENT, ceiling: null });
  await state.calls.settle(keyOf(researchId), payer, { answer: researchId, spent: SPENT });
  const createdAt = new Date(at).toISOString();
  const anchor = anchorOf({ originalQuestion: 'How long does the harbour lamp burn?', createdAt });
  await publishReport(home, { researchId, publishedAt: createdAt, anchor }, { runs: state.runs });
  made.runs.push({ day, at, researchId });
  const days = user === USERS[0] ? SHARED_FOR[run] : undefined;
  if (days === undefined) return;
  const { token } = await shares.create(researchId, days);
  made.shares.push({ day, at, token, researchId, days });
}

/** A conversation with its copies, something remembered, and a text that nothing refers to. */
async function leaveRest({ home, state, made }: WeekWorld, day: number): Promise<void> {
  const at = Date.now();
  const sessionId = `session-${day}`;
  const answeredAt = new Date(at).toISOString();
  await storeSession(home, { sessionId, answeredAt, cited: `The lamp burnt on day ${day}.` });
  const expiresAt = new Date(at + 24 * HOUR_MS).toISOString();
  await state.answerCache.keep({ kind: 'plan', key: sessionId, userId: null, sessionId, value: 'plan', expiresAt });
  await state.answerStream.append(`${sessionId}:1`, 1, { kind: 'failed', reason: 'it was cut off' });
  await state.memoryStore.add(storedMemoryOf({ entryId: `m-${day}`, createdAt: answeredAt, confirmedAt: answeredAt }));
  const { sha256 } = await createFileBlobStore(home).putText(`nobody needs what was read on day ${day}`, 'text/plain');
  made.sessions.push({ day, at, sessionId });
  made.orphans.push({ day, at, sha256 });
}

/** The disk has a clock of its own: what it dates by that one was written just now. */
async function dateNewFiles(home: string): Promise<void> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const now = new Date();
  for (const file of files) {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < BEGINNING) await utimes(file, now, now).catch(() => undefined);
  }
}

export function keyOf(researchId: string) {
  return { kind: 'model', name: 'plan-research', model: 'small', contentHash: researchId } as const;
}

/** All that a home holds of the week, in words that can be compared. */
export async function contentOf(home: string, state: StateStores) {
  const runs = await state.runs.list();
  const sessions = await state.conversations.list();
  const read = (researchId: string) => state.calls.findAnswer(keyOf(researchId), ownAnswer(researchId));
  return {
    runs: JSON.parse(JSON.stringify(runs).replaceAll(home, '~')) as unknown[],
    reports: await Promise.all(runs.map(async ({ researchId }) => (await state.runs.readReport(researchId))?.json)),
    answers: await Promise.all(runs.map(async ({ researchId }) => (await read(researchId))?.storedAt)),
    sessions: await Promise.all(sessions.map(({ sessionId }) => state.conversations.read(sessionId))),
    memory: await state.memoryStore.list('anna'),
    texts: (await listBlobs(home)).map(({ sha256 }) => sha256).sort(),
  };
}

export function ownAnswer(researchId: string) {
  return { researchId, reuse: 'own-run', notBefore: '' } as const;
}
