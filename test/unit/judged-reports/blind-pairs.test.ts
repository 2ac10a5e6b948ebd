import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterOfOurs, readKey, writePairs } from '../../../bench/judged/blind-pairs.ts';
import { sampleCitations } from '../../../bench/judged/citation-sample.ts';
import { createCorpusQuotes } from '../../../bench/judged/corpus-quotes.ts';
import type { KeptReport } from '../../../bench/judged/kept-reports.ts';
import { measureReport } from '../../../bench/judged/measured-report.ts';
import { neutralReport } from '../../../bench/judged/neutral-report.ts';
import type { JudgedQuestion } from '../../../bench/judged/questions.ts';
import { LAMP_DOCUMENTS } from '../../support/processes/cli.ts';
import { FOREIGN_REPORT, measuredOf, OWN_REPORT } from './reports.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judged-'));
  for (const [name, text] of Object.entries(LAMP_DOCUMENTS)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const questionOf = (id: string): JudgedQuestion => ({
  id,
  corpus: folder,
  language: 'en',
  question: 'How long does the lamp burn?',
  length: 'standard',
});
const keptOf = (markdown: string): KeptReport => ({ markdown, record: null, run: null });

async function pairOf(id: string) {
  const question = questionOf(id);
  return {
    question,
    ours: await measureReport(keptOf(OWN_REPORT), question),
    second: await measureReport(keptOf(FOREIGN_REPORT), question),
  };
}

describe('a report without its author', () => {
  it('has one form of citations and sources, and no frame and no appendix', () => {
    const own = neutralReport(measuredOf(OWN_REPORT));
    const foreign = neutralReport(measuredOf(FOREIGN_REPORT));

    expect(own).toContain('[2] `keeper.md`, lines 3: “The keeper fills the harbour lamp every evening before sunset.”');
    expect(own).not.toMatch(/Details|About this report|Engine/u);
    expect(foreign).toContain('it burns for nine hours [1][2][3].');
    expect(foreign).toContain('[1] `lamp.md`, lines 5-6: “The harbour lamp burns for nine hours”');
    expect(foreign).not.toContain('Direct answer');
  });

  it('loses no heading but the one above the answer', () => {
    const neutral = neutralReport(measuredOf('# A\n\n## Kurzantwort\n\nJa.\n\n## Antwortzeiten\n\nLang.'));

    expect(neutral).not.toContain('Kurzantwort');
    expect(neutral).toContain('## Antwortzeiten');
  });

  it('keeps code as it is, and loses lines about the machinery and the id of the run', () => {
    const markdown = '# A\n\nIt burns [1].\nSee report.json.\n\n```\nx = a[1, 2]\n```\n\nOf lamp-7.';
    const neutral = neutralReport(measuredOf(markdown, 'lamp-7'));

    expect(neutral).toContain('x = a[1, 2]');
    expect(neutral).not.toMatch(/report\.json|lamp-7/u);
  });
});

describe('the sample of citations', () => {
  it('is the same for a seed, has at most 30, and shows the words around a quotation', async () => {
    const sentences = Array.from({ length: 50 }, (_, index) => `Lamp ${index} burns for nine hours [1].`);
    const measured = measuredOf(`${sentences.join('\n\n')}\n\n## Sources\n\n[1] \`lamp.md\`: "for nine hours"`);
    const quotes = createCorpusQuotes(folder);
    const sample = await sampleCitations(measured, quotes, 1);

    expect(sample).toHaveLength(30);
    expect(await sampleCitations(measured, quotes, 1)).toEqual(sample);
    expect(await sampleCitations(measured, quotes, 2)).not.toEqual(sample);
    expect(sample[0]).toMatchObject({ number: 1, document: 'lamp.md', quote: 'for nine hours' });
    expect(sample[0]?.excerpt).toContain('The harbour lamp burns for nine hours');
  });

  it('names row and column of a cell', async () => {
    const sample = await sampleCitations(measuredOf(FOREIGN_REPORT), createCorpusQuotes(folder), 1);

    expect(sample.map(({ statement }) => statement)).toContain('Whale, Burning time: seven hours');
  });
});

describe('blind pairs', () => {
  it('have a key outside, and no author inside', async () => {
    const pairs = join(folder, 'pairs');
    await writePairs(pairs, [await pairOf('lamp')], 1);

    expect((await readdir(join(pairs, 'lamp'))).sort()).toEqual(['a.md', 'b.md', 'question.md', 'sample.json']);
    const letter = (await readKey(pairs))['lamp'];
    expect(letter).toBe(letterOfOurs('lamp', 1));
    expect(await readFile(join(pairs, 'lamp', `${letter}.md`), 'utf8')).toContain('# How long does the lamp burn?');
    expect(await readFile(join(pairs, 'rubric.md'), 'utf8')).toContain('judgement.json');
  });

  it('fall either way, always the same for a seed', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `q${index}`);
    const letters = ids.map((id) => letterOfOurs(id, 1));

    expect(new Set(letters)).toEqual(new Set(['a', 'b']));
    expect(ids.map((id) => letterOfOurs(id, 1))).toEqual(letters);
    expect(ids.map((id) => letterOfOurs(id, 2))).not.toEqual(letters);
  });

  it('stay as they were once they are judged, and so does their key', async () => {
    const pairs = join(folder, 'judged-pairs');
    await writePairs(pairs, [await pairOf('lamp'), await pairOf('wick')], 1);
    await writeFile(join(pairs, 'lamp', 'judgement.json'), '{}');
    await writeFile(join(pairs, 'lamp', 'a.md'), 'as it was judged');
    const key = await readKey(pairs);

    expect(await writePairs(pairs, [await pairOf('lamp'), await pairOf('wick')], 2)).toEqual(['lamp']);
    expect(await readFile(join(pairs, 'lamp', 'a.md'), 'utf8')).toBe('as it was judged');
    expect((await readKey(pairs))['lamp']).toBe(key['lamp']);
  });
});
