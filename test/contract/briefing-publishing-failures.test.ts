import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { briefingRecord } from '../support/builders/briefing-fixtures.ts';
import { stateIn } from '../support/builders/stored-records.ts';
import {
  type BriefingToPublish,
  briefingToPublish,
  CONVICTION_FILE,
  RECORD_FILE,
  THEMES,
  THEMES_FILE,
  themesAfter,
} from '../support/worlds/briefing-to-publish.ts';

let briefing: BriefingToPublish;

beforeEach(async () => {
  briefing = await briefingToPublish();
});
afterEach(() => briefing.dispose());

const on = (day: string) => briefingRecord({ slot: slotOf('daily', `${day}T06:30:00.000Z`, 'Europe/Berlin') });

describe('a killed publication', () => {
  it('ends with the same files, whichever step it was killed after', async () => {
    await briefing.publish();
    const expected = await briefing.hashes();
    const count = briefing.steps().length;
    expect(count).toBeGreaterThan(7);

    for (let done = 0; done <= count; done += 1) {
      const killed = await briefingToPublish();
      for (const { write } of killed.steps().slice(0, done)) await write();
      await killed.publish();
      expect(await killed.hashes(), `after ${done} steps`).toEqual(expected);
      expect(await stateIn(killed.home).records.outline('briefing')).toHaveLength(1);
      await killed.dispose();
    }
  });

  it('leaves no half copy of the state that an attempt left which was killed', async () => {
    const slotFolder = join(briefing.folder, 'state/snapshots/2026-03-06');
    await mkdir(join(slotFolder, 'after.f5a38a92.tmp/themes'), { recursive: true });

    await briefing.publish();

    expect((await readdir(slotFolder)).sort()).toEqual(['after', 'before']);
  });

  it('that a newer slot overtook does not undo what that wrote', async () => {
    const [output, brief] = briefing.steps();
    await output?.write();
    await brief?.write();
    const themesOfNewer = themesAfter().map((theme) => ({ ...theme, tomorrowsFocus: ['Of the newer slot?'] }));
    await briefing.publish({ record: on('2026-03-07'), themes: themesOfNewer, convictionEntries: [] });
    await briefing.publish();

    const themes = await briefing.read(THEMES_FILE);
    expect(themes).toContain('updated_at: 2026-03-07T06:30:00.000Z');
    expect(themes.match(/Of the newer slot\?/gu)).toHaveLength(themesOfNewer.length);
    expect(await briefing.read('outputs/themes/grid-storage.md')).toContain('updated 2026-03-07');
    expect(await briefing.read('state/continuity_last7d.md')).toMatch(/2026-03-07 daily[^]*2026-03-06 daily/u);
  });
});

describe('a file that cannot be written', () => {
  it.each([
    'outputs/daily/2026-03-06.md',
    'outputs/themes/grid-storage.md',
    THEMES_FILE,
    CONVICTION_FILE,
    'state/continuity_last7d.md',
    'state/snapshots/2026-03-06',
    RECORD_FILE,
  ])('is named, retried, and written as soon as it can be: %s', async (file) => {
    const path = join(briefing.folder, file);
    const aside = `${path}.aside`;
    const wasThere = existsSync(path);
    if (wasThere) await rename(path, aside);
    await (file.startsWith('state/snapshots') ? briefing.write({ [file]: '' }) : mkdir(path, { recursive: true }));
    const error: unknown = await briefing.publish().catch((caught: unknown) => caught);
    await rm(path, { recursive: true });
    if (wasThere) await rename(aside, path);

    expect(error).toMatchObject({ name: 'BriefingWriteError', message: expect.stringContaining(path) });
    expect(toFailure(error)).toBe(error);
    expect((await briefing.publish()).recordPath).toBe(RECORD_FILE);
    const drafts = Object.keys(await briefing.hashes()).filter((name) => name.endsWith('.tmp'));
    expect(drafts).toEqual([]);
  });

  it('is waited for, also if a person has to correct it', async () => {
    await briefing.write({ [THEMES_FILE]: THEMES.replace('conviction: 8', 'conviction: 80') });
    const error: unknown = await briefing.publish().catch((caught: unknown) => caught);
    await briefing.write({ [THEMES_FILE]: THEMES });

    expect(error).toMatchObject({ message: expect.stringMatching(/active_themes\.yml:9: themes\[0\]\.conviction/u) });
    expect(toFailure(error)).toBe(error);
    expect((await briefing.publish()).recordPath).toBe(RECORD_FILE);
  });

  it('is not made below a folder that is gone', async () => {
    await rm(briefing.folder, { recursive: true });
    const error: unknown = await briefing.publish().catch((caught: unknown) => caught);

    expect(error).toMatchObject({ name: 'BriefingWriteError', path: briefing.folder });
    expect(existsSync(briefing.folder)).toBe(false);
  });
});
