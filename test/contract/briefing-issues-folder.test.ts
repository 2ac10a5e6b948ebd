import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { createFolderWorld, type TrackerWorld, wantedIssue } from '../support/builders/issue-trackers.ts';

const ISSUE = wantedIssue();
const NEXT_DAY = wantedIssue({ body: 'No confirmed item.\n\nSlot: 2026-03-07' });
const OTHER = wantedIssue({ key: 'energy/SLOTS_MISSED', code: 'SLOTS_MISSED', themeId: null, type: 'workflow' });
const FILE = 'issues/energy-thin-coverage-grid-storage.md';

describe('issues in a folder', () => {
  let world: TrackerWorld;

  beforeEach(async () => {
    world = await createFolderWorld();
  });
  afterEach(() => world.dispose());

  const read = (path = FILE) => readFile(join(world.folder, path), 'utf8');
  const write = async (text: string, path = FILE) => {
    await mkdir(dirname(join(world.folder, path)), { recursive: true });
    await writeFile(join(world.folder, path), text);
  };
  const names = () => readdir(join(world.folder, 'issues'));
  const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
    toFailure(
      await work.then(
        () => expect.unreachable(),
        (thrown: unknown) => thrown,
      ),
    );

  it('are files that people can read', async () => {
    await world.file([ISSUE]);

    expect(await read()).toMatchInlineSnapshot(`
      "---
      key: energy/THIN_COVERAGE/grid-storage
      title: Thin coverage of grid storage
      type: source
      severity: high
      diagnostic: THIN_COVERAGE
      theme: grid-storage
      status: open
      opened_at: 2026-03-06T07:00:00.000Z
      updated_at: 2026-03-06T07:00:00.000Z
      count: 1
      digest: c154cc01193106b9
      ---

      <!-- plumbline-issue: updates replace the text from here … -->

      One confirmed item only.

      Slot: 2026-03-06

      <!-- plumbline-issue: … to here -->

      ## History

      - 2026-03-06T07:00:00.000Z: opened
      "
    `);
  });

  it('keep their history when they are updated, closed and opened again', async () => {
    await world.file([ISSUE]);
    await world.file([NEXT_DAY]);
    await world.file([], [{ key: ISSUE.key, reason: 'Two confirmed\nitems.' }]);
    await world.file([ISSUE]);

    const text = await read();
    expect(text.slice(text.indexOf('## History'))).toBe(
      [
        '## History',
        '',
        '- 2026-03-06T07:00:00.000Z: opened',
        '- 2026-03-06T07:00:00.000Z: updated',
        '- 2026-03-06T07:00:00.000Z: closed: Two confirmed items.',
        '- 2026-03-06T07:00:00.000Z: reopened',
        '',
      ].join('\n'),
    );
    expect(text).toContain('status: open\n');
    expect(text).toContain('count: 1\n');
    expect(text).not.toContain('closed_');
    expect(await names()).toHaveLength(1);
  });

  it('keep comments, own fields, a changed title and text of people wherever it stands', async () => {
    await world.file([ISSUE]);
    const edited = (await read())
      .replace('severity: high', 'severity: high # too high?\nowner: Ada')
      .replace(/^title: .*$/m, 'title: Storage again')
      .replace('<!-- plumbline-issue: updates', 'My first words.\n\n<!-- plumbline-issue: updates')
      .replace('## History', 'My notes.\n\n## History');
    await write(`${edited}\nMy last words.\n`);
    await world.file([NEXT_DAY]);

    const text = await read();
    expect(text).toContain('severity: high # too high?\nowner: Ada\n');
    expect(text).toContain('title: Storage again\n');
    expect(text).toMatch(
      /My first words\.[^]*Slot: 2026-03-07[^]*My notes\.[^]*: opened\n- .*: updated\n[^]*My last words\.\n$/,
    );
    expect(await world.list()).toMatchObject([{ title: 'Storage again' }]);
  });

  it('stay with their file when a person renames it', async () => {
    await world.file([ISSUE]);
    await rename(join(world.folder, FILE), join(world.folder, 'issues/storage.md'));
    await world.file([NEXT_DAY]);
    await world.closeByHand('issues/storage.md');
    await world.file([ISSUE]);

    expect(await names()).toEqual(['storage.md']);
  });

  it('have a file each, also when their keys differ in signs only', async () => {
    await world.file([ISSUE, { ...ISSUE, key: 'energy/THIN-COVERAGE/grid-storage' }]);

    expect(await names()).toEqual([
      expect.stringMatching(/^energy-thin-coverage-grid-storage-[0-9a-f]{8}\.md$/),
      'energy-thin-coverage-grid-storage.md',
    ]);
    expect(await world.list()).toHaveLength(2);
  });

  it('may stand beside notes of people', async () => {
    await write('# What these files are\n', 'issues/README.md');
    await write('not Markdown', 'issues/list.txt');
    await world.file([ISSUE]);

    expect(await world.list()).toHaveLength(1);
    expect(await read('issues/README.md')).toBe('# What these files are\n');
  });

  it.each([
    ['severity: high', 'severity: hihg', 5, 'severity: '],
    ['count: 1', 'count: one', 11, 'count: '],
    ['status: open', 'status: [open', 9, ''],
    [/^type: .*\n/m, '', 2, 'type: '],
    ['\n---\n', '\n', 1, 'the front matter has no end'],
  ])('that are damaged (%j → %j) are named with file and line', async (from, to, line, problem) => {
    await world.file([ISSUE]);
    const damaged = (await read()).replace(from, to);
    await write(damaged);

    expect(await failureOf(world.file([NEXT_DAY, OTHER]))).toMatchObject({
      type: 'IssuesNotFiled',
      nonRetryable: true,
      message: expect.stringContaining(`${FILE}, line ${line}: ${problem}`),
      details: [{ filed: [{ key: OTHER.key, action: 'opened' }] }],
    });
    expect(await read()).toBe(damaged);
    expect(await world.list()).toMatchObject([{ key: OTHER.key }]);
  });

  it('never replace a file of that name that is no issue', async () => {
    await write('A note of mine.\n');

    expect(await failureOf(world.file([ISSUE]))).toMatchObject({
      type: 'IssuesNotFiled',
      message: expect.stringContaining(`${FILE}, line 1: the front matter of an issue is missing`),
    });
    expect(await read()).toBe('A note of mine.\n');
  });

  it('can be read with line breaks of Windows', async () => {
    await world.file([ISSUE]);
    await write((await read()).replaceAll('\n', '\r\n'));
    await world.file([NEXT_DAY]);

    const text = await read();
    expect(text).toContain('Slot: 2026-03-07');
    expect(text).not.toContain('Slot: 2026-03-06');
  });

  it('are written by several runs one after the other, without temporary files left behind', async () => {
    await Promise.all([world.file([ISSUE]), world.file([NEXT_DAY]), world.file([OTHER])]);

    expect(await read()).toMatch(/Z: opened\n- \S+Z: updated\n$/);
    expect((await names()).every((name) => name.endsWith('.md'))).toBe(true);
    expect(await world.list()).toHaveLength(2);
  });
});
