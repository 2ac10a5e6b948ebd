import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { statesAnswer } from '@plumbline/contracts/report/report-claims';
import { keyEntitiesIn } from '@plumbline/language/questions';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createRecord } from '@plumbline/report/records';
import { describe, expect, it } from 'vitest';
import { createTestActivities, research, type TestActivities } from '../support/builders/test-activities.ts';
import { ARTICLES, MANUAL, TOWN_ORDERS } from './foreign-subject-documents.ts';
import {
  APPLIANCE,
  ENGLISH_ARTICLES,
  GERMAN_ARTICLES,
  ORDERS,
  PACKAGES,
  type SubjectQuestions,
  UNDICI,
} from './foreign-subject-questions.ts';

const MODULES = new URL('../../node_modules/', import.meta.url).pathname;
const NO_ANSWER = { en: 'The documents do not answer this question', de: 'Die Dokumente enthalten keine Antwort' };

type Language = keyof typeof NO_ANSWER;

interface Outcome {
  readonly question: string;
  readonly isForeign: boolean;
  readonly isAnswered: boolean;
  readonly record: ResearchRecord;
}

async function markdownIn(...folders: string[]): Promise<Record<string, string>> {
  const found = folders.map(async (folder) => {
    const names = await readdir(join(MODULES, folder), { recursive: true });
    const pages = names.filter((name) => /^(?!.*(?:node_modules|change|licen[cs]e)).*\.md$/iu.test(name));
    return Promise.all(
      pages.map(async (name) => [`${folder}/${name}`, await readFile(join(MODULES, folder, name), 'utf8')]),
    );
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

async function ask(world: TestActivities, question: string, language: Language): Promise<ResearchRecord> {
  const anchor = { language, keyEntities: keyEntitiesIn(question, language) };
  const publication = await research(world, question, anchor);
  const { missingSubject } = publication.draft;
  const diagnostics = missingSubject === null ? [] : [{ code: 'SUBJECT_NOT_COVERED' as const, ...missingSubject }];
  const sources = await world.corpus.index.sourcesOf(world.report.corpusId);
  return createRecord(
    { ...publication, diagnostics },
    { sources, units: new Map(), registered: [], decisions: [], ledger: null },
  );
}

async function askAll(
  files: Readonly<Record<string, string>>,
  ...asked: readonly (readonly [Language, SubjectQuestions])[]
): Promise<Outcome[]> {
  const world = await createTestActivities(createOfflineReasoner(), files);
  const outcomes: Outcome[] = [];
  try {
    for (const [language, { treated, foreign }] of asked) {
      for (const question of [...treated, ...foreign]) {
        const record = await ask(world, question, language);
        const first = record.report.markdown.split('\n\n')[1] ?? '';
        const isAnswered = statesAnswer(record.report);
        const isFound = record.report.summary.length > 0;
        expect({ question, isToldFirst: first.startsWith(NO_ANSWER[language]) }).toEqual({
          question,
          isToldFirst: !isFound,
        });
        outcomes.push({ question, isForeign: foreign.includes(question), isAnswered, record });
      }
    }
  } finally {
    await world.dispose();
  }
  return outcomes;
}

describe('questions on subjects that the documents do not treat', async () => {
  const outcomes = (
    await Promise.all([
      askAll(await markdownIn('undici/docs'), ['en', UNDICI]),
      askAll(await markdownIn('commander', 'memfs', 'mammoth', 'terser'), ['en', PACKAGES]),
      askAll(TOWN_ORDERS, ['de', ORDERS]),
      askAll(ARTICLES, ['en', ENGLISH_ARTICLES], ['de', GERMAN_ARTICLES]),
      askAll(MANUAL, ['en', APPLIANCE]),
    ])
  ).flat();
  const foreign = outcomes.filter(({ isForeign }) => isForeign);
  const treated = outcomes.filter(({ isForeign }) => !isForeign);
  const questionsOf = (some: readonly Outcome[]) => some.map(({ question }) => question);

  it('get no statement', () => {
    const answered = foreign.filter(({ isAnswered }) => isAnswered);

    expect(foreign).toHaveLength(30);
    expect(questionsOf(answered).slice(0.1 * foreign.length)).toEqual([]);
  });

  it('do not keep passages from questions that the documents treat', () => {
    const refused = treated.filter(({ record: { report } }) => report.summary.length === 0);

    expect(treated.length).toBeGreaterThanOrEqual(25);
    expect(questionsOf(refused)).toEqual([]);
  });
});
