import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseQuestions, pickQuestions, readQuestionFolder } from '../../../bench/answers/question-file.ts';
import { HARBOUR_RULES, questionOf } from './measured-report.ts';

const line = (changes: object = {}): string => JSON.stringify({ ...questionOf(), note: 'made up', ...changes });

describe('parseQuestions', () => {
  it('reads one question a line', () => {
    const questions = parseQuestions('q.jsonl', `${line()}\n\n${line({ id: 'q2', keyEntities: ['boat'] })}\n`);

    expect(questions.map(({ id }) => id)).toEqual(['q1', 'q2']);
    expect(questions[0]).toEqual(questionOf());
  });

  it.each([
    { name: 'what is not JSON', lines: `${line()}\n{`, problem: /q\.jsonl, line 2: not JSON/ },
    { name: 'a missing field', lines: line({ question: undefined }), problem: /line 1, question: / },
    { name: 'a wrong entry', lines: line({ expect: [{ file: 'a.md' }] }), problem: /line 1, expect\.0\.section: / },
    { name: 'an unknown language', lines: line({ language: 'German' }), problem: /line 1, language: / },
    { name: 'an id that exists', lines: `${line()}\n${line()}`, problem: /line 2, id: "q1" stands/ },
    { name: 'an answer to the unanswerable', lines: line({ unanswerable: true }), problem: /line 1, expect: / },
    { name: 'an answer that is nowhere', lines: line({ expect: [] }), problem: /line 1, expect: / },
    { name: 'no clarification', lines: line({ ambiguous: true }), problem: /line 1, clarification: / },
    { name: 'an empty file', lines: '\n', problem: /q\.jsonl holds no question/ },
  ])('refuses $name by file, line and field', ({ lines, problem }) => {
    expect(() => parseQuestions('q.jsonl', lines)).toThrow(problem);
  });
});

describe('pickQuestions', () => {
  const questions = [questionOf(), questionOf({ id: 'q2' })];

  it('takes the named ones', () => {
    expect(pickQuestions(questions, ['q2']).map(({ id }) => id)).toEqual(['q2']);
    expect(pickQuestions(questions, null)).toHaveLength(2);
  });

  it('spreads a limited number over the file', () => {
    const many = Array.from({ length: 10 }, (_, index) => questionOf({ id: `q${index}` }));

    expect(pickQuestions(many, null, 3).map(({ id }) => id)).toEqual(['q0', 'q3', 'q6']);
    expect(pickQuestions(many, ['q4', 'q5'], 3).map(({ id }) => id)).toEqual(['q4', 'q5']);
  });

  it('refuses an unknown name', () => {
    expect(() => pickQuestions(questions, ['q2', 'q9'])).toThrow('there is no question q9');
  });
});

describe('readQuestionFolder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-questions-'));
    await mkdir(join(folder, 'corpus'));
    await writeFile(join(folder, 'corpus', 'rules.md'), HARBOUR_RULES);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads questions and the documents that they expect', async () => {
    await writeFile(join(folder, 'questions.jsonl'), line());

    const { questions, documents } = await readQuestionFolder(folder);

    expect(questions).toEqual([questionOf()]);
    expect(documents.get('rules.md')).toContain('nine hours');
  });

  it('refuses a missing folder', async () => {
    await expect(readQuestionFolder(join(folder, 'elsewhere'))).rejects.toThrow(/there is no folder .*elsewhere/);
  });

  it('refuses a folder without questions', async () => {
    await expect(readQuestionFolder(folder)).rejects.toThrow(/questions\.jsonl cannot be read/);
  });

  it.each([
    { expected: { file: 'none.md', section: '§ 3', phrase: 'nine' }, problem: /question q1, expect\.0\.file: / },
    {
      expected: { file: 'rules.md', section: '§ 3', phrase: 'ten hours' },
      problem: /question q1, expect\.0\.phrase: /,
    },
  ])('refuses a passage that is not in the documents: $expected.phrase', async ({ expected, problem }) => {
    await writeFile(join(folder, 'questions.jsonl'), line({ expect: [expected] }));

    await expect(readQuestionFolder(folder)).rejects.toThrow(problem);
  });
});
