import { callActivity } from '../../activity-options.ts';
import { counted } from '../../contracts/counted.ts';
import type { Diagnostic } from '../../contracts/diagnostic.ts';
import type { Finding, Quote } from '../../contracts/evidence.ts';
import type { ReportDraft, ReportQuality } from '../../contracts/report.ts';
import type { CheckedQuality, ReportCorrection, VerifiedReport } from '../../contracts/report-activities.ts';
import { allClaims } from '../../domain/report-claims.ts';
import { isBetter, isLow } from '../../domain/report-repair.ts';
import { withUncitedFindings } from '../../domain/uncited-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { Researched } from './report-writing.ts';

/** What a report is written from: at most so many findings and quotes as the caps allow. */
export interface Evidence {
  readonly findings: readonly Finding[];
  readonly quotes: readonly Quote[];
}

/** A report that was checked, and what its reader has to know about it. */
export interface ComposedReport extends Omit<VerifiedReport, 'quality'> {
  readonly quality: ReportQuality;
  readonly diagnostics: readonly Diagnostic[];
}

interface CheckedReport extends VerifiedReport, CheckedQuality {}

/** Writes a report and has it checked: language, then the stored sources, then quality; each may send it back once. */
export async function composeReport(
  run: ResearchRun,
  researched: Researched,
  evidence: Evidence,
): Promise<ComposedReport> {
  return new Composition(run, researched, evidence).compose();
}

class Composition {
  readonly #run: ResearchRun;
  readonly #researched: Researched;
  readonly #evidence: Evidence;

  constructor(run: ResearchRun, researched: Researched, evidence: Evidence) {
    this.#run = run;
    this.#researched = researched;
    this.#evidence = evidence;
  }

  async compose(): Promise<ComposedReport> {
    this.#run.enter('synthesizing');
    const { draft, languageRetried, foreignSentences } = await this.#writeInLanguage();
    this.#run.enter('verifying');
    const first = await this.#check(draft);
    const { report, repaired } = await this.#repair(first);
    const mixed = repaired ? await this.#findForeign(report.draft) : stillThere(foreignSentences, report.draft);
    return {
      draft: report.draft,
      findings: report.findings,
      quality: { ...report.quality, scores: report.scores, languageRetried, repaired },
      diagnostics: diagnosticsOf(report, mixed),
    };
  }

  async #writeInLanguage() {
    const { retryLanguage } = this.#run.request.settings;
    const draft = await this.#write(null);
    const sentences = await this.#findForeign(draft);
    if (sentences.length === 0 || !retryLanguage) {
      return { draft, languageRetried: false, foreignSentences: sentences };
    }
    const again = await this.#write({ kind: 'language', sentences });
    return { draft: again, languageRetried: true, foreignSentences: await this.#findForeign(again) };
  }

  /** One repair pass at most; a repair that made the report worse is not taken. */
  async #repair(first: CheckedReport): Promise<{ readonly report: CheckedReport; readonly repaired: boolean }> {
    if (first.scores === null || !isLow(first.scores)) return { report: first, repaired: false };
    const { draft, faults } = first;
    const second = await this.#check(await this.#write({ kind: 'quality', draft, faults }));
    const isTaken = second.scores !== null && isBetter(second.scores, first.scores);
    return isTaken ? { report: second, repaired: true } : { report: first, repaired: false };
  }

  async #write(correction: ReportCorrection | null): Promise<ReportDraft> {
    const input = synthesisInput(this.#run, this.#researched, this.#evidence, correction);
    const purpose = correction === null ? 'write the report' : `write the report again: ${correction.kind}`;
    const { findings } = this.#evidence;
    const draft = await this.#run.reason(
      'synthesizeReport',
      input,
      `${purpose}, ${counted(findings.length, 'finding')}`,
    );
    if (!this.#run.keepsAllFindings) return draft;
    return withUncitedFindings(draft, findings, this.#researched.anchor.language);
  }

  async #findForeign(draft: ReportDraft): Promise<readonly string[]> {
    if (!this.#run.request.settings.validateLanguage) return [];
    const { language } = this.#researched.anchor;
    const summary = `check that every sentence is in "${language}"`;
    return (await callActivity('checkLanguage', { language, draft }, summary)).foreignSentences;
  }

  async #check(draft: ReportDraft): Promise<CheckedReport> {
    const verified = await this.#verify(draft);
    const { anchor, corpus, plan } = this.#researched;
    const input = {
      anchor,
      corpusId: corpus.corpusId,
      taskTexts: plan.tasks.map(({ text }) => text),
      draft: verified.draft,
      findings: verified.findings,
      verification: verified.quality,
    };
    return { ...verified, ...(await callActivity('checkQuality', input, 'check the quality of the report')) };
  }

  #verify(draft: ReportDraft): Promise<VerifiedReport> {
    const { anchor } = this.#researched;
    const input = { anchor, draft, findings: this.#evidence.findings, engine: this.#run.accounts.engine };
    return callActivity('verifyReport', input, 'check quotations, citations and figures');
  }
}

/** Everything that a report is written from. */
export function synthesisInput(
  run: ResearchRun,
  { anchor, corpus, clarificationSummary, plan, collected }: Researched,
  evidence: Evidence,
  correction: ReportCorrection | null,
) {
  return {
    anchor,
    corpusId: corpus.corpusId,
    clarificationSummary,
    taskTexts: plan.tasks.map(({ text }) => text),
    ...evidence,
    taskSummaries: collected.summaries,
    gaps: run.accounts.gaps,
    correction,
  };
}

/** Verification may have taken a sentence out since it was found. */
function stillThere(sentences: readonly string[], draft: ReportDraft): readonly string[] {
  const texts = [
    ...allClaims(draft).map(({ text }) => text),
    ...draft.sections.map(({ heading }) => heading),
    ...draft.remainingGaps,
  ];
  return sentences.filter((sentence) => texts.some((text) => text.includes(sentence)));
}

function diagnosticsOf({ scores }: CheckedReport, foreignSentences: readonly string[]): Diagnostic[] {
  return [
    ...(foreignSentences.length > 0 ? [{ code: 'LANGUAGE_MIXED' as const, sentences: [...foreignSentences] }] : []),
    ...(scores !== null && isLow(scores)
      ? [
          {
            code: 'QUALITY_LOW' as const,
            queryAdherence: scores.queryAdherence,
            citationSupport: scores.citationSupport,
          },
        ]
      : []),
  ];
}
