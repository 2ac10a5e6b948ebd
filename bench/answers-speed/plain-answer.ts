import { randomUUID } from 'node:crypto';
import type { Activities, Reading } from '@plumbline/contracts/activities';
import type { Interpretation } from '@plumbline/contracts/answers/answer';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { fuseRankings } from '@plumbline/contracts/evidence/rank-fusion';
import { hitIdOf, isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { rankingsOf } from '../../activities/entries/research/search-folder.ts';
import { withGrades } from '../../workflows/domain/context-tier.ts';
import { selectFindings } from '../../workflows/domain/finding-selection.ts';
import { withFindings } from '../../workflows/domain/verified-findings.ts';

// As the workflow has them.
const SEARCH_HITS = 30;
const MAX_CANDIDATES = 40;
const READ_PASSAGES = 10;
const MAX_PASSAGES = 50;
const SETTINGS = researchSettingsSchema.parse({});

const reasoning = { engine: 'configured', today: '2026-01-02', metering: UNLIMITED, approvedTasks: [] } as const;
const NO_CONTEXT = { thread: [], filters: {}, lastVertical: null, lastStrength: null, feedback: null };
const SOURCES = { catalogues: [], hasDocuments: true, hasWeb: false };

/** The steps of one answer as plain functions, in the order of the workflow: nothing is kept of what is under way. */
export async function answerPlainly(activities: Activities, message: string, corpusDirectory: string): Promise<string> {
  const corpus = await activities.indexCorpus({ corpusDirectory });
  const now = new Date().toISOString();
  await activities.recallAnswer({ answerKey: message, planKey: message, userId: null, now });
  const understanding = { message, history: [], context: NO_CONTEXT, variant: 'standard', hasMemory: false } as const;
  const { value: plan } = await activities.understandMessage({ ...reasoning, ...understanding, sources: SOURCES });
  const queries = plan.steps.map(({ query }) => query);
  return write(activities, plan.interpretation, corpus, queries);
}

async function write(
  activities: Activities,
  interpretation: Interpretation,
  corpus: CorpusReport,
  queries: readonly string[],
): Promise<string> {
  const { rewrittenPrompt, language, keyEntities, namedReferences } = interpretation;
  const assessment = { language, keyEntities, namedReferences, scope: rewrittenPrompt };
  const unasked = { knowledgeGaps: [], coverage: 0, questions: [], assumptions: [] };
  const anchor = freezeAnchor(rewrittenPrompt, { ...assessment, ...unasked }, [], new Date().toISOString());
  const { corpusId } = corpus;
  const findings = await read(activities, { anchor, corpusId }, queries);
  const guidance = { layout: 'prose', isHedged: false, attributes: [] } as const;
  const answerId = randomUUID();
  const shared = { answerId, anchor, corpusId, findings, guidance, context: NO_CONTEXT, streams: false };
  const { value: draft } = await activities.composeAnswer({ ...reasoning, ...shared });
  const checkedDraft = await activities.checkReport({
    anchor,
    draft,
    findings,
    engine: 'offline',
    language: null,
  });
  const { quality: verification, ...verified } = withFindings(checkedDraft, { draft, findings });
  const checked = {
    anchor,
    corpusId,
    ...verified,
    verification,
    engine: 'offline',
    guidance,
    items: [],
    unread: null,
  } as const;
  return (await activities.renderAnswer(checked)).summary;
}

async function read(
  activities: Activities,
  { anchor, corpusId }: { readonly anchor: ReturnType<typeof freezeAnchor>; readonly corpusId: string },
  queries: readonly string[],
): Promise<readonly Finding[]> {
  const { language, originalQuestion } = anchor;
  const task = { taskId: 't1', text: originalQuestion, rationale: '' };
  const place = { corpusId, language, topK: SEARCH_HITS };
  const searched = await activities.searchFolder({ ...place, queries });
  const hits = fuseRankings(rankingsOf(searched), hitIdOf).slice(0, MAX_CANDIDATES);
  const { relevanceThreshold, sourceWeighting, minQuoteLength, tierCaps } = SETTINGS;
  const rules = { topK: MAX_PASSAGES, relevanceThreshold, sourceWeighting, approvedTasks: [] };
  const ranked = (await activities.rerank({ record: null, anchor, task, corpusId, hits, scores: [], ...rules })).hits;
  const readings = ranked.slice(0, READ_PASSAGES).flatMap((hit, index): Reading[] => {
    if (!isPassageHit(hit)) return [];
    const findingId = `t1f${index + 1}`;
    return [{ hit, hitScore: hit.relevance, belowThreshold: false, findingId, depth: 0, origin: 'search' }];
  });
  const extraction = { anchor, tasks: [task], corpusId, minQuoteLength, readings, storeFor: null };
  const { value } = await activities.extractQuotes({ ...reasoning, engine: 'offline', ...extraction });
  const found = value.findings.filter((finding) => finding !== null);
  const grading = { anchor, findings: found, approvedTasks: [], storeFor: null };
  const graded = await activities.classifyTiers(grading);
  const findings = withGrades(found, graded.findings).map((each) => ({ ...each, finalRelevance: each.relevance }));
  return selectFindings(findings, tierCaps, ['t1']);
}
