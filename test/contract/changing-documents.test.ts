import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hitIdOf, isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import { researchRecordSchema, verificationSchema } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFindings } from '../../workflows/domain/verified-findings.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { verifyRecord, withFiles } from '../support/builders/stored-records.ts';
import {
  BY_RULE,
  createTestActivities,
  HARBOUR_FILES,
  RANKING,
  research,
  type TestActivities,
} from '../support/builders/test-activities.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const ANSWER = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const task = { taskId: 't1', text: QUESTION, rationale: '' };

let world: TestActivities;

beforeEach(async () => {
  world = await createTestActivities();
});

afterEach(async () => {
  await world.dispose();
});

const CHANGES = [
  {
    change: 'is changed',
    apply: () => writeFiles(world.corpus.folder, { 'lamp.md': `Preface.\n\n${HARBOUR_FILES['lamp.md']}` }),
    diagnostic: { code: 'DOCUMENT_CHANGED', locator: 'lamp.md' },
    said: 'The document `lamp.md` changed during the run; quotations taken before are from the earlier text.',
  },
  {
    change: 'is deleted',
    apply: () => rm(join(world.corpus.folder, 'lamp.md')),
    diagnostic: { code: 'DOCUMENT_MISSING', locator: 'lamp.md' },
    said: 'The document `lamp.md` left the index during the run; its quotations are from the text that was read.',
  },
];

async function reindex(): Promise<void> {
  const { activities, corpus } = world;
  await activities.indexCorpus({ corpusDirectory: corpus.folder });
}

async function publish(input: PublishReportInput) {
  const { recordPath } = await withFiles(world.corpus.home, world.activities.publishReport(input));
  const record = researchRecordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
  const verify = () => verifyRecord({ path: recordPath, blobs: createFileBlobStore(world.corpus.home) });
  return { record, recordPath, verify };
}

describe.each(CHANGES)('a document that $change and indexed again during a run', ({ apply, diagnostic, said }) => {
  it('keeps its quotes and the claims on them when they are verified', async () => {
    const input = await research(world, QUESTION);
    await apply();
    await reindex();
    const { anchor, draft, findings, engine, quality } = input;

    expect(draft.summary.map(({ text }) => text).join('\n')).toContain(ANSWER);
    expect(await checkText(world.activities, { anchor, draft, findings, engine })).toEqual({
      draft,
      rejectedQuotes: [],
      foreignSentences: [],
      quality: verificationSchema.parse(quality),
    });
  });

  it('keeps the claims that a model wrote from it', async () => {
    const { findings, draft, anchor } = await research(world, QUESTION);
    const citations = draft.summary.find(({ text }) => text.includes(ANSWER))?.citations ?? [];
    await apply();
    await reindex();
    const faithful = { text: 'It says: "burns for nine hours on one filling".', citations };
    const written = { ...draft, summary: [faithful], keyFindings: [], sections: [] };
    const verified = await checkText(world.activities, { anchor, draft: written, findings, engine: 'model' });

    expect(verified.draft.summary).toEqual([faithful]);
  });

  it('is named in a report that verifies', async () => {
    const input = await research(world, QUESTION);
    await apply();
    await reindex();
    const { record, verify } = await publish(input);

    expect((await verify()).problems).toEqual([]);
    expect(record.report.diagnostics).toEqual([diagnostic]);
    expect(record.report.markdown).toContain(said);
    expect(record.sources.map(({ locator }) => locator)).toContain('lamp.md');
  });

  it('is named even if only the summary of a task cites it', async () => {
    const input = await research(world, QUESTION);
    await apply();
    await reindex();
    const nothing = { ...input.draft, summary: [], keyFindings: [], sections: [] };
    const { record, verify } = await publish({ ...input, draft: nothing, findings: [] });

    expect((await verify()).problems).toEqual([]);
    expect(record.report.diagnostics).toEqual([diagnostic]);
  });

  it('fails verification when the report conceals it', async () => {
    const input = await research(world, QUESTION);
    await apply();
    await reindex();
    const { record, recordPath, verify } = await publish(input);
    await writeFile(recordPath, JSON.stringify({ ...record, report: { ...record.report, diagnostics: [] } }));

    expect((await verify()).problems).toContain(`the report does not say: ${said}`);
  });

  it('loses its own passages, not the task', async () => {
    const context = { anchor: anchorOf(), task, corpusId: world.report.corpusId };
    const { hits } = await world.activities.searchFolder({
      corpusId: world.report.corpusId,
      queries: ['harbour lamp wick'],
      language: 'en',
      topK: 10,
    });
    const gone = hits.filter(({ locator }) => locator === 'lamp.md').map(hitIdOf);
    await apply();
    await reindex();
    const scoring = { ...BY_RULE, ...context, hits, firstRank: 1, judgedHits: 40 };
    const scores = await world.activities.scoreRelevance(scoring);
    const certain = hits.map((hit) => ({ id: hitIdOf(hit), score: 1, reason: '' }));
    const ranked = await world.activities.rerank({
      record: null,
      ...context,
      ...RANKING,
      hits,
      scores: certain,
      topK: 10,
      approvedTasks: [],
    });

    expect(gone).not.toEqual([]);
    expect(scores.map(({ id }) => id).sort()).toEqual(hits.map(hitIdOf).sort());
    expect(scores.filter(({ score }) => score === null)).toEqual(
      gone.map((id) => ({ id, score: null, reason: 'the document changed meanwhile' })),
    );
    expect(ranked.hits.map(({ locator }) => locator)).toEqual(
      hits.map(({ locator }) => locator).filter((locator) => locator !== 'lamp.md'),
    );
  });

  it('has no passages left for extraction', async () => {
    const { corpusId } = world.report;
    const found = await world.activities.searchFolder({
      corpusId,
      queries: ['nine hours'],
      language: 'en',
      topK: 1,
    });
    const hit = found.hits.find(isPassageHit);
    if (hit === undefined) throw new Error('the corpus under test holds the words');
    await apply();
    await reindex();
    const context = {
      anchor: anchorOf(),
      tasks: [task],
      corpusId,
      minQuoteLength: 20,
      readings: [
        { hit, findingId: 't1f1', hitScore: null, belowThreshold: false, depth: 0, origin: 'search' } as const,
      ],
    };
    const reading = world.activities.extractQuotes({ ...BY_RULE, ...context, storeFor: null });

    await expect(reading).rejects.toMatchObject({ type: 'EvidenceMissing', nonRetryable: false });
  });
});

describe('a document that changed and was then deleted during a run', () => {
  it('is listed with the last text that was quoted, and both changes are named', async () => {
    const before = await research(world, QUESTION);
    await CHANGES[0]?.apply();
    await reindex();
    const after = await research(world, QUESTION);
    await CHANGES[1]?.apply();
    await reindex();
    const later = after.findings.map((finding) => ({
      ...finding,
      findingId: `t9${finding.findingId}`,
      quotes: finding.quotes.map((quote) => ({ ...quote, key: `t9${quote.key}` })),
    }));
    const { record, verify } = await publish({
      ...before,
      findings: [...before.findings, ...later],
      taskSummaries: [],
    });

    expect((await verify()).problems).toEqual([]);
    expect(record.report.diagnostics).toEqual(CHANGES.map(({ diagnostic }) => diagnostic));
    const [source] = record.sources.filter(({ locator }) => locator === 'lamp.md');
    const quoted = after.findings.find(({ locator }) => locator === 'lamp.md')?.quotes[0]?.textHash;
    expect(source).toMatchObject({ title: 'Harbour lamp', contentHash: '', text: { sha256: quoted } });
  });
});

describe('a stored text that was damaged during a run', () => {
  it('takes its quotes out of the report and leaves the others', async () => {
    const { anchor, draft, findings, engine } = await research(world, `${QUESTION} Where are wicks stored?`);
    const damaged = findings.find(({ locator }) => locator === 'lamp.md')?.quotes[0]?.textHash ?? '';
    await appendFile(join(world.corpus.home, 'blobs', damaged.slice(0, 2), damaged), '!');
    const checked = await checkText(world.activities, { anchor, draft, findings, engine });
    const verified = withFindings(checked, { draft, findings });

    const kept = verified.findings.flatMap(({ quotes }) => quotes.map(({ textHash }) => textHash));
    expect(kept).not.toEqual([]);
    expect(kept).not.toContain(damaged);
    expect(verified.quality.notes.join('\n')).toContain(`was rejected: the stored text ${damaged} is damaged.`);
  });
});
