import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDevelopmentRows } from '../../../bench/claims/made/development-rows.ts';
import { rewordingsOf, statementOf } from '../../../bench/claims/made/rewordings.ts';

const LAMP = `# Lamp

The lamp of the quay was lit on 3 March 1871 by the keeper Ada Brook of Penryn.
It burns for 9 hours on one filling, which the keepers of Falmouth renew every evening.
During the great storm of 1904, the northern pier was destroyed by the waves.
`;
const HERRING = `# Herring

The herring fleet of the town sold 400 barrels in the winter of 1890 to merchants of Bristol.
The market of the quay was closed by the mayor Tom Hale after the great storm.
`;

describe('makeDevelopmentRows', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-made-'));
    await mkdir(join(folder, 'harbour', 'corpus'), { recursive: true });
    await writeFile(join(folder, 'harbour', 'corpus', 'lamp.md'), LAMP);
    await writeFile(join(folder, 'harbour', 'corpus', 'herring.md'), HERRING);
    const phrase = 'The lamp of the quay was lit on 3 March 1871 by the keeper Ada Brook of Penryn.';
    const question = {
      id: 'q1',
      question: 'Who was the keeper of the lamp?',
      language: 'en',
      expect: [{ file: 'lamp.md', section: '1', phrase }],
      mustContain: ['Ada Brook'],
    };
    await writeFile(join(folder, 'harbour', 'questions.jsonl'), JSON.stringify(question));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes the same rows every time', async () => {
    expect(await makeDevelopmentRows(folder)).toEqual(await makeDevelopmentRows(folder));
  });

  it('changes one thing, and cites another document', async () => {
    const rows = await makeDevelopmentRows(folder);
    const changed = rows.filter(({ verdict }) => verdict === 'unsupported');

    expect(new Set(changed.map(({ change }) => change)).size).toBeGreaterThanOrEqual(5);
    expect(changed.filter(({ change }) => change === 'source').every((row) => !row.pageText.includes(row.claim))).toBe(
      true,
    );
    expect(changed.filter(({ change }) => change === 'date').every((row) => !row.pageText.includes(row.claim))).toBe(
      true,
    );
    expect(rows.filter(({ form }) => form === 'verbatim').every((row) => row.pageText.includes(row.claim))).toBe(true);
  });

  it('refuses a folder without data', async () => {
    await expect(makeDevelopmentRows(join(folder, 'harbour', 'corpus'))).rejects.toThrow(/holds neither/);
  });
});

describe('rewordings', () => {
  it('shorten a sentence and change its order', () => {
    expect(rewordingsOf('The lamp, which the keepers renew every evening, burns for 9 hours on one filling.')).toEqual([
      { form: 'shortened', text: 'The lamp burns for 9 hours on one filling.' },
    ]);
    expect(rewordingsOf('During the great storm, the pier was destroyed by waves.')).toEqual([
      { form: 'reordered', text: 'The pier was destroyed by waves during the great storm.' },
    ]);
  });

  it.each([
    ['Who was the keeper of the lamp?', 'Ada Brook', 'The keeper of the lamp was Ada Brook.'],
    ['Wer prüft die Laterne?', 'Der Hafenmeister', 'Der Hafenmeister prüft die Laterne.'],
    ['Why?', 'Because', null],
  ])('state the answer to "%s"', (question, answer, statement) => {
    expect(statementOf(question, answer)).toBe(statement);
  });
});
