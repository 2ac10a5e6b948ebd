import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comparable } from '../../../bench/answers/comparable-text.ts';
import { HALVES, writeInventedFolder } from '../../../bench/pages/invented/invented-folder.ts';
import { readManuscript } from '../../../bench/pages/invented/manuscript.ts';
import { breakLines, pageOf, typeset } from '../../../bench/pages/invented/typesetting.ts';
import { readPageQuestions } from '../../../bench/pages/question-file.ts';
import { readPdf } from '../../../packages/documents/pdf/pdf-reading.ts';

describe('breakLines', () => {
  it('divides a long word where a part of it fits, and says where each line begins', () => {
    expect(breakLines('the generators sleep', 60, 10)).toEqual([
      { text: 'the genera-', start: 0 },
      { text: 'tors sleep', start: 10 },
    ]);
  });
});

describe('typeset', () => {
  const manuscript = readManuscript(
    'columns: 1\nlines: 4\nhead: Harbour\nfoot: Page #\n\n# Lamps\n\nThe lamp burns.\n\n| Pier | Oil\n| north | 2 litres\n| south | 3 litres',
  );

  it('fills pages, and repeats the header of a table that goes on', () => {
    const { pages } = typeset(manuscript);

    expect(pages.map((lines) => lines.map(({ text }) => text))).toEqual([
      ['Harbour', 'Page 1', 'Lamps', 'The lamp burns.'],
      ['Harbour', 'Page 2', 'Pier', 'Oil', 'north', '2 litres', 'south', '3 litres'],
    ]);
  });

  it('knows the page of a phrase, if one text holds it', () => {
    expect(pageOf(typeset(manuscript), '3 litres')).toBe(2);
    expect(pageOf(typeset(manuscript), 'litres')).toBeNull();
    expect(pageOf(typeset(manuscript), 'whale')).toBeNull();
  });
});

describe('writeInventedFolder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-invented-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(HALVES)('writes documents of the %s half whose pages hold what is asked for', async (half) => {
    await writeInventedFolder(half, folder);
    const questions = await readPageQuestions(folder);

    expect(questions.length).toBeGreaterThanOrEqual(20);
    for (const { file, page, phrase } of questions) {
      const { text, pages } = await readPdf(await readFile(join(folder, file)));
      const range = pages?.[page - 1];
      const [beginning = ''] = comparable(phrase).split(' ', 1);
      expect(comparable(text.slice(range?.start, range?.end)), `${file} page ${page}`).toContain(beginning);
    }
  });
});
