import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEvidenceFile } from '../../../bench/evidence/evidence-file.ts';

const PAIR = { claim: 'The lamp burns oil.', docId: 7, sentences: ['It burns oil.', 'It is red.'], evidence: [0] };

describe('readEvidenceFile', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-evidence-'));
    path = join(folder, 'claims.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads one claim a line', async () => {
    await writeFile(path, `${JSON.stringify(PAIR)}\n\n`);

    expect(await readEvidenceFile(path)).toEqual([{ ...PAIR, docId: '7' }]);
  });

  it.each([
    { name: 'an empty file', text: '', problem: /claims\.jsonl holds no claim$/ },
    { name: 'what is not JSON', text: `${JSON.stringify(PAIR)}\n{`, problem: /claims\.jsonl, line 2: not JSON/ },
    { name: 'a missing field', text: JSON.stringify({ ...PAIR, claim: undefined }), problem: /line 1, claim: / },
    {
      name: 'a sentence that is not there',
      text: JSON.stringify({ ...PAIR, evidence: [2] }),
      problem: /line 1, evidence: an index/,
    },
    { name: 'a line without fields', text: 'null', problem: /claims\.jsonl, line 1: / },
  ])('refuses $name by file, line and field', async ({ text, problem }) => {
    await writeFile(path, text);

    await expect(readEvidenceFile(path)).rejects.toThrow(problem);
  });

  it('refuses a missing file', async () => {
    await expect(readEvidenceFile(path)).rejects.toThrow(/claims\.jsonl cannot be read$/);
  });
});
