import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteState } from '@plumbline/storage/database';
import { createShareStore } from '@plumbline/storage/shares';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectedSlots } from '../../activities/briefings/folder/expected-slots.ts';
import { findMissedSlots } from '../../client/briefings/briefing-calendar.ts';
import { checkIssuerTokens } from '../../client/service/issuer-tokens.ts';
import { listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { placeIn } from '../support/builders/stored-records.ts';
import { TokenIssuer } from '../support/servers/token-issuer.ts';
import {
  BEGINNING,
  contentOf,
  createWeekWorld,
  keyOf,
  ownAnswer,
  RUNS_A_DAY,
  USERS,
  type WeekWorld,
} from '../support/worlds/week-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const [SAVED_ON, RESTORED_ON] = [3, 5];
/** What is kept, and for how long. */
const KEPT_MS = { runs: 3 * DAY_MS, answers: 2 * DAY_MS, plans: DAY_MS, sessions: 7 * DAY_MS, orphans: DAY_MS };
const SWEEP = ['delete', '--unused', '--runs-older-than', '3d', '--yes'];

let world: WeekWorld;
let issuer: TokenIssuer;

beforeEach(async () => {
  world = await createWeekWorld();
  issuer = await new TokenIssuer().start();
});
afterEach(async () => {
  await issuer.close();
  await world.close();
});

/** What is there now. */
async function present() {
  const { state, shares, made, home } = world;
  const answers = await Promise.all(
    made.runs.map(({ researchId }) => state.calls.findAnswer(keyOf(researchId), ownAnswer(researchId))),
  );
  const links = await Promise.all(made.shares.map(({ token }) => shares.find(token)));
  const now = new Date().toISOString();
  const plans = await Promise.all(
    made.sessions.map(({ sessionId }) => state.answerCache.find({ kind: 'plan', key: sessionId, userId: null }, now)),
  );
  const streams = await Promise.all(made.sessions.map(({ sessionId }) => state.answerStream.read(`${sessionId}:1`, 0)));
  const texts = new Set((await listBlobs(home)).map(({ sha256 }) => sha256));
  return {
    runs: (await state.runs.list()).map(({ researchId }) => researchId).sort(),
    answers: answers.flatMap((answer) => answer?.researchId ?? []).sort(),
    links: links.flatMap((link) => link?.researchId ?? []).sort(),
    sessions: (await state.conversations.list()).map(({ sessionId }) => sessionId).sort(),
    plans: plans.filter((plan) => plan !== null).length,
    streams: streams.filter((events) => events.length > 0).length,
    orphans: made.orphans.filter(({ sha256 }) => texts.has(sha256)).map(({ day }) => day),
    remembered: (await state.memoryStore.list('anna')).length,
  };
}

/** What has to be there after a sweep at this moment. */
function due() {
  const { runs, shares, sessions, orphans } = world.made;
  const now = Date.now();
  const young = <One extends { readonly at: number }>(all: readonly One[], ms: number) =>
    all.filter(({ at }) => at >= now - ms);
  const ids = (all: readonly { readonly researchId: string }[]) => all.map(({ researchId }) => researchId).sort();
  const open = young(sessions, KEPT_MS.sessions);
  // A session may still refer to what was read since it was last used, which is noted once an hour.
  const needed = Math.min(now - KEPT_MS.orphans, ...open.map(({ at }) => at - HOUR_MS));
  return {
    runs: ids(young(runs, KEPT_MS.runs)),
    answers: ids(young(runs, KEPT_MS.answers)),
    links: ids(young(shares, KEPT_MS.runs).filter(({ at, days }) => now < at + days * DAY_MS)),
    sessions: open.map(({ sessionId }) => sessionId).sort(),
    plans: young(sessions, KEPT_MS.plans).length,
    streams: young(sessions, HOUR_MS).length,
    orphans: orphans.filter(({ at }) => at >= needed).map(({ day }) => day),
    remembered: sessions.length,
  };
}

/** Days whose briefing is missed now, if the one of Friday was never written. */
function missedDays(): string[] {
  const timezone = 'UTC';
  const now = new Date();
  const written = DAYS.map((day) =>
    slotOf('daily', new Date(BEGINNING + day * DAY_MS + 6 * HOUR_MS).toISOString(), timezone),
  );
  const outputs = written
    .filter(({ time }, day) => day !== 4 && Date.parse(time) <= now.getTime())
    .map((slot) => ({ slot }));
  const settings = { timezone, schedules: { daily: { cron: '0 6 * * *', catchUp: '6h' } } };
  const found = findMissedSlots(settings, outputs, { now, graceMs: () => 6 * HOUR_MS, expectTimes: expectedSlots });
  return found.map(({ slotId }) => slotId);
}

describe('a week by the clock of the product', () => {
  it('takes away what its time has come for, on that day, and nothing else, and gives back what was saved', async () => {
    const { state, home } = world;
    const backup = join(home, '..', 'backup');
    const restored = join(home, '..', 'restored');
    const check = checkIssuerTokens({
      issuer: issuer.issuer,
      audience: 'plumbline',
      userClaim: 'sub',
      tenantClaim: null,
    });
    const token = await issuer.token({ exp: (BEGINNING + 2 * DAY_MS) / 1_000 });
    const contents: Awaited<ReturnType<typeof contentOf>>[] = [];

    for (const day of DAYS) {
      world.setClock(day, 9);
      expect(await world.work(day)).toEqual(USERS);
      expect((await state.spending.usedBy('anna')).map(({ used }) => used)).toEqual([
        { runs: 10, tokens: 1_000, money: 0 },
      ]);
      const isAccepted = await check(token).then(
        () => true,
        () => false,
      );
      expect(isAccepted).toBe(day < 2);
      world.setClock(day, 11);
      expect(missedDays()).toEqual(day > 4 ? ['2096-01-06'] : []);
      world.setClock(day, 13);
      expect(missedDays()).toEqual(day >= 4 ? ['2096-01-06'] : []);
      if (day === SAVED_ON) {
        contents.push(await contentOf(home, state));
        await asOtherProcess(home, 'backup', backup);
      }
      if (day === RESTORED_ON) {
        await asOtherProcess(restored, 'backup', backup, '--restore');
        contents.push(await restoredContent(restored));
      }
      world.setClock(day, 23);
      await world.command(...SWEEP);
      expect(await present()).toEqual(due());
    }
    expect(world.made.runs).toHaveLength(DAYS.length * RUNS_A_DAY);
    expect(contents).toHaveLength(2);
    expect(contents[1]).toEqual(contents[0]);

    // Nobody comes any more.
    for (let day = DAYS.length; day < 16; day++) {
      world.setClock(day, 23);
      await world.command(...SWEEP);
      expect(await present()).toEqual(due());
    }
    expect(await present()).toMatchObject({
      runs: [],
      answers: [],
      links: [],
      sessions: [],
      orphans: [],
      remembered: 7,
    });
    expect([await listBlobs(home), await readdir(join(home, 'runs'))]).toEqual([[], []]);
  }, 1_800_000);
});

/** SQLite of Node, which copies a database, and the one that has it open here would not see each other's locks. */
async function asOtherProcess(home: string, ...words: string[]): Promise<void> {
  expect(await world.asProcesses({ PLUMBLINE_HOME: home }).run(...words)).toMatchObject({ code: 0 });
}

/** Also of its links, those work whose time has not come. */
async function restoredContent(restored: string) {
  const copy = createStateStores(openSqliteState(restored), placeIn(restored));
  try {
    const links = createShareStore(copy.records);
    const now = Date.now();
    for (const { day, at, days, token, researchId } of world.made.shares) {
      const works = day <= SAVED_ON && now < at + days * DAY_MS;
      expect((await links.find(token))?.researchId).toBe(works ? researchId : undefined);
    }
    return await contentOf(restored, copy);
  } finally {
    await copy.close();
  }
}

describe('a clock that jumps by two hours', () => {
  it('loses nothing, and lets nobody use more than the quota of a day', async () => {
    const { state, home } = world;
    for (const day of [0, 1]) {
      world.setClock(day, 9);
      await world.work(day);
    }
    world.setClock(1, 12);
    await world.command(...SWEEP);
    const before = await contentOf(home, state);

    for (const jump of [-2, 2]) {
      world.setClock(1, 12 + jump);
      await world.command(...SWEEP);
      expect(await contentOf(home, state)).toEqual(before);
      expect(await state.spending.countRun('anna')).not.toBeNull();
    }
    world.setClock(1, 23.5 + 2);
    expect(await state.spending.countRun('anna')).toBeNull();
    world.setClock(1, 23.5);
    expect(await state.spending.countRun('anna')).not.toBeNull();
    expect((await state.spending.usedBy('anna')).map(({ used }) => used.runs)).toEqual([10]);
    expect(await contentOf(home, state)).toEqual(before);
  });
});
