import { bareWords } from '@plumbline/contracts/common/bare-words';
import { counted } from '@plumbline/contracts/common/counted';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ReportDraft, ReportSection } from '@plumbline/contracts/report/report';
import type { LookUp, ReportAsWritten, WholeSections } from '@plumbline/contracts/report/report-activities';
import type { StoredMaterial } from '@plumbline/contracts/report/settled-stages';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { withFinalRelevance } from '../../domain/finding-validation.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { TaskResearch } from '../task/research-task.ts';
import { readOn } from '../task/shared-reading.ts';
import type { ResearchParts } from '../task/task-context.ts';
import { gradeTask } from './concurrent-tasks.ts';

/** Places that are looked up, and passages that are read for all of them. */
const MOST_LOOK_UPS = 5;
const MOST_PASSAGES = 12;

interface CompletedReport {
  readonly material: StoredMaterial;
  readonly draft: ReportDraft;
}

/**
 * Searches once more for what the author of a report would have looked up before writing, and has the sections that it concerns
 * written again with what was found. Nothing is lost where that fails: the draft stays as it was.
 */
export async function lookAgain(
  run: ResearchParts & Pick<ResearchRun, 'reasoning'>,
  material: StoredMaterial,
  { lookUps = [], ...draft }: ReportAsWritten,
): Promise<CompletedReport> {
  const { accounts, state } = run;
  const isWanted = lookUps.length > 0 && accounts.engine === 'model' && !state.isFinishing;
  if (!isWanted || !accounts.mayResearch()) return { material, draft };
  try {
    return await completeReport(run, material, draft, lookUps.slice(0, MOST_LOOK_UPS));
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.degrade({ step: 'completeSections', cause: describeCause(error), count: 1 });
    return { material, draft };
  }
}

async function completeReport(
  run: ResearchParts & Pick<ResearchRun, 'reasoning'>,
  material: StoredMaterial,
  draft: ReportDraft,
  wanted: readonly LookUp[],
): Promise<CompletedReport> {
  const looked = await readLookUps(run, material, wanted);
  const found = withFinalRelevance(looked.findings, []).filter(
    (finding) => (finding.finalRelevance ?? 0) >= run.request.settings.driftThreshold && !isUntrusted(finding),
  );
  if (found.length === 0) return { material, draft };
  const { summary, sections } = concernedBy(wanted, draft);
  const concerned = [...summary, ...sections.flatMap(({ claims }) => claims)];
  const cited = new Set(concerned.flatMap(({ citations }) => citations.map(findingIdIn)));
  const known = material.findings.filter(({ findingId }) => cited.has(findingId));
  const input = {
    anchor: material.anchor,
    corpusId: material.corpus.corpusId,
    summary,
    sections,
    ...referTo(material, [...found, ...known]),
    foundIds: found.map(({ findingId }) => findingId),
  };
  const about = `complete ${counted(sections.length, 'section')} from ${counted(found.length, 'finding')}`;
  const completed = await run.reasoning.ask('completeSections', input, about);
  return {
    material: {
      ...material,
      tasks: [...material.tasks, looked.task],
      taskSummaries: [...material.taskSummaries, ...(looked.summary === null ? [] : [looked.summary])],
      findings: [...material.findings, ...found],
    },
    draft: withCompleted(draft, sections, completed),
  };
}

/** Reads what searches for the words find and no reader has seen. */
async function readLookUps(
  run: ResearchParts,
  { anchor, corpus, tasks, findings, reserve }: StoredMaterial,
  lookUps: readonly LookUp[],
): Promise<TaskResearch> {
  // A run that begins with the material of another one has read nothing itself.
  for (const { passageId } of [...findings, ...reserve]) run.visitedPassages.add(passageId);
  const task = {
    // The number of a round that the settings have no room for.
    taskId: `r${run.request.settings.maxRounds + 1}t1`,
    text: lookUps.map(({ words }) => words).join('; '),
    rationale: 'the author of the report would have looked it up',
  };
  const research = new TaskResearch(run, { anchor, corpus, task, isFollowUp: true });
  const leads = lookUps.map(({ words }) => ({ kind: 'search' as const, words }));
  const extent = { left: MOST_PASSAGES, searches: MOST_LOOK_UPS, fewest: 1, depth: 0 as const };
  await readOn(run, { anchor, corpus }, { tasks: [research], earlier: tasks }, leads, extent);
  await gradeTask(research);
  await research.finish();
  return research;
}

/** Each section that is named, with what stands below it, and the answer where no section of that name is. */
function concernedBy(lookUps: readonly LookUp[], { summary, sections }: ReportDraft): WholeSections {
  const names = new Set(lookUps.map(({ section }) => bareWords(section)));
  let isConcerned = false;
  const concerned = sections.filter(({ heading, isSubsection }) => {
    if (isSubsection !== true || names.has(bareWords(heading))) isConcerned = names.has(bareWords(heading));
    return isConcerned;
  });
  const known = new Set(sections.map(({ heading }) => bareWords(heading)));
  return { summary: [...names].every((name) => known.has(name)) ? [] : summary, sections: concerned };
}

/**
 * Each section in its place, and what its author wrote below it under a heading of its own. Where one section alone was to be completed, its
 * author may have changed its heading.
 */
function withCompleted(
  draft: ReportDraft,
  concerned: readonly ReportSection[],
  { summary, sections }: WholeSections,
): ReportDraft {
  const known = new Set(draft.sections.map(({ heading }) => bareWords(heading)));
  const written = new Map<string, ReportSection[]>();
  let current: ReportSection[] | undefined;
  for (const section of sections) {
    const isKnown = known.has(bareWords(section.heading));
    if (!isKnown && current !== undefined) {
      current.push({ ...section, isSubsection: true });
      continue;
    }
    const [only, ...others] = concerned;
    const name = isKnown ? section.heading : others.length === 0 ? only?.heading : undefined;
    if (name === undefined) continue;
    current = [section];
    written.set(bareWords(name), current);
  }
  return {
    ...draft,
    summary: summary.length === 0 ? draft.summary : [...summary],
    sections: draft.sections.flatMap((section) => {
      const [first, ...below] = written.get(bareWords(section.heading)) ?? [];
      return first === undefined ? [section] : [{ ...section, claims: first.claims }, ...below];
    }),
  };
}
