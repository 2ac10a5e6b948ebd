import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { briefingRecordSchema } from '@plumbline/contracts/briefings/briefing-record';
import { activeThemesSchema, convictionLogSchema } from '@plumbline/contracts/briefings/briefing-state';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { tryLock } from '@plumbline/storage/locks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readYaml } from '../../activities/briefings/folder/yaml-reading.ts';
import { renderBriefing } from '../../activities/briefings/writing/briefing-rendering.ts';
import { briefingRecord, claim, themeOutput } from '../support/builders/briefing-fixtures.ts';
import { findingOf } from '../support/builders/research-fixtures.ts';
import { holdLimits } from '../support/held-limits.ts';
import {
  type BriefingToPublish,
  briefingToPublish,
  CONVICTION,
  CONVICTION_FILE,
  entriesOf,
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

describe('publishing a briefing', () => {
  it('writes output, record, briefs, state and the state after the slot', async () => {
    const published = await briefing.publish();

    expect(published).toEqual({
      outputPath: 'outputs/daily/2026-03-06.md',
      recordPath: RECORD_FILE,
      changedThemes: ['grid-storage'],
    });
    expect(await briefing.read(published.outputPath)).toBe(renderBriefing(briefingRecord()));
    expect(briefingRecordSchema.parse(JSON.parse(await briefing.read(RECORD_FILE)))).toEqual(briefingRecord());
    expect(await briefing.read('outputs/themes/grid-storage.md')).toContain('## Standing claims');
    expect(await briefing.read('outputs/themes/gas-hub.md')).toBe('# Gas hub\n');
    expect(await briefing.read('state/continuity_last7d.md')).toMatch(
      /^# Ours\n\nWritten by Ada\.\n\n## 2026-03-06 daily\n\n- Changed: .*\n- Stale: .*\n\n## 2026-03-05 daily/u,
    );
    const after = 'state/snapshots/2026-03-06/after';
    for (const file of ['active_themes.yml', 'continuity_last7d.md', 'conviction_log.yml'])
      expect(await briefing.read(`${after}/${file}`)).toBe(await briefing.read(`state/${file}`));
    expect(await readdir(join(briefing.folder, after, 'themes'))).toEqual(['gas-hub.md', 'grid-storage.md']);
  });

  it('refreshes the brief of an ongoing theme if one of its claims changed', async () => {
    const ongoing = themeOutput({ delta: 'ongoing', claims: [claim({ mark: 'strengthened' })] });
    const quiet = themeOutput({ themeId: 'gas-hub', delta: 'ongoing', claims: [claim({ mark: 'kept' })] });

    const { changedThemes } = await briefing.publish({ record: briefingRecord({ themes: [ongoing, quiet] }) });
    expect(changedThemes).toEqual(['grid-storage']);
    expect(await briefing.read('outputs/themes/gas-hub.md')).toBe('# Gas hub\n');
  });

  it('changes nothing when the slot is written already', async () => {
    const first = await briefing.publish();
    const before = await briefing.hashes();
    const second = await briefing.publish({ themes: [], convictionEntries: entriesOf('2026-03-06', 9) });

    expect(second).toEqual(first);
    expect(await briefing.hashes()).toEqual(before);
  });

  it('cites the words of an address, as a mended sentence names them', async () => {
    const text = 'The battery of Silverlake costs 410 million euros. It was approved in March.';
    const { sha256: textHash } = await createFileBlobStore(briefing.home).putText(text, 'text/plain');
    const passageSpan = { textHash, start: 0, end: text.length };
    const finding = findingOf('q1f1', text, { passageSpan });
    const summary = [{ text: 'It costs 410 million euros.', citations: ['q1f1s0-50'] }];
    const record = briefingRecord({ themes: [themeOutput({ delta: 'changed', summary })], findings: [finding] });
    const { outputPath } = await briefing.publish({ record });

    expect(await briefing.read(outputPath)).toContain('410 million euros. [1]');
    const { findings } = briefingRecordSchema.parse(JSON.parse(await briefing.read(RECORD_FILE)));
    expect(findings.flatMap(({ quotes }) => quotes)).toContainEqual(
      expect.objectContaining({ key: 'q1f1s0-50', text: text.slice(0, 50) }),
    );
  });

  it('waits while another process publishes', async () => {
    const lock = tryLock(join(briefing.folder, 'state/.publishing.lock'));
    const limits = holdLimits(100);
    const published = briefing.publish();
    // Before it tries again.
    await expect.poll(limits.begun).toBe(1);
    await expect(briefing.read(RECORD_FILE)).rejects.toThrow('ENOENT');
    lock?.release();
    limits.runOut();

    expect((await published).recordPath).toBe(RECORD_FILE);
  });
});

describe('the themes', () => {
  it('get what a run may change, and keep all that people wrote', async () => {
    await briefing.publish();

    expect(await briefing.read(THEMES_FILE)).toBe(
      THEMES.replace('2026-03-05T06:30:00Z #', '2026-03-06T06:30:00.000Z #')
        .replace('status: new #', 'status: ongoing #')
        .replace('- Who pays?', '- When is the tender?')
        .replace('evidence: 1 #', 'evidence: 2 #')
        .replace(
          '\n# The end.\n',
          `  - id: hydrogen
    title: Hydrogen
    status: candidate
    conviction: 3
    first_seen: 2026-03-06
    tags:
      - energy
    actors:
      - Harbour Energy
      - Norhaven
    mechanism: []
    tomorrows_focus: []
    watchpoints: []

# The end.
`,
        ),
    );
    const { themes } = (await readYaml(briefing.folder, THEMES_FILE, activeThemesSchema)) ?? { themes: [] };
    expect(themes).toEqual(themesAfter());
  });

  it('keep what people added, removed and decided during the run', async () => {
    const edited = THEMES.replace('conviction: 8', 'conviction: 3')
      .replace('- Who pays?', '- Who pays, and when?')
      .replace(
        / {2}- id: gas-hub[^]*(?=\n# The end)/u,
        '  - { id: ours, title: Our theme, status: new, conviction: 4, first_seen: 2026-03-06 }\n',
      );
    await briefing.write({ [THEMES_FILE]: edited });
    await briefing.publish({ themes: themesAfter().filter(({ status }) => status !== 'candidate') });

    expect(await briefing.read(THEMES_FILE)).toBe(
      edited
        .replace('2026-03-05T06:30:00Z #', '2026-03-06T06:30:00.000Z #')
        .replace('status: new #', 'status: ongoing #')
        .replace('evidence: 1 #', 'evidence: 2 #'),
    );
  });

  it('are never confirmed for an earlier time than they were', async () => {
    const edited = THEMES.replace('2026-03-05T06:30:00Z', '2026-03-06T09:00:00+01:00');
    await briefing.write({ [THEMES_FILE]: edited });
    await briefing.publish();

    expect(await briefing.read(THEMES_FILE)).toContain('updated_at: 2026-03-06T09:00:00+01:00 # of the last run');
  });
});

describe('the conviction log', () => {
  it('gets the entries of the day, once, and keeps its comments', async () => {
    await briefing.publish();
    await rm(join(briefing.folder, RECORD_FILE));
    await briefing.publish({ convictionEntries: entriesOf('2026-03-06', 4) });

    expect(await briefing.read(CONVICTION_FILE)).toBe(
      `${CONVICTION}  - { day: 2026-03-06, theme: grid-storage, conviction: 8, confirmed: 4, contradicting: 0 }
  - { day: 2026-03-06, theme: gas-hub, conviction: 5, confirmed: 0, contradicting: 0 }\n`,
    );
  });

  it.each([
    ['is missing', null],
    ['has no entries', 'entries: [] # none yet\n'],
  ])('is begun where it %s', async (_, text) => {
    await rm(join(briefing.folder, CONVICTION_FILE));
    if (text !== null) await briefing.write({ [CONVICTION_FILE]: text });
    await briefing.publish();

    expect(await readYaml(briefing.folder, CONVICTION_FILE, convictionLogSchema)).toEqual({
      entries: entriesOf('2026-03-06'),
    });
  });
});
