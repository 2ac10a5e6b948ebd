import { counted } from '@plumbline/contracts/common/counted';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { ReportAsWritten } from '@plumbline/contracts/report/report-activities';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import type { StoredMaterial } from '@plumbline/contracts/report/settled-stages';
import { byTrust } from '../../domain/finding-selection.ts';
import type { ResearchRun } from '../run/research-run.ts';

/**
 * Writes the whole report in one call, so that its author sees all that was read: a model also the reserve, of which it cites what it
 * needs.
 */
export async function synthesizeReport(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>,
  material: StoredMaterial,
): Promise<ReportAsWritten> {
  const { state, accounts, reasoning } = run;
  run.progress.enter('synthesizing');
  const isByRule = accounts.engine !== 'model';
  const { findings, reserve } = material;
  // Within the caps the heaviest first; the reserve fills the room that they leave.
  const shown = isByRule ? findings : [...findings.toSorted(byWeight), ...reserve];
  const input = reportInput(run, { ...material, findings: shown });
  const draft = await reasoning.ask('synthesizeReport', input, `write the report, ${counted(shown.length, 'finding')}`);
  return state.isFinishing && isByRule ? withUncitedFindings(draft, findings, material.anchor.language) : draft;
}

/** The tier by its weight, and what its reader found. */
function byWeight(a: Finding, b: Finding): number {
  const weightOf = ({ weight, finalRelevance }: Finding): number => weight * (finalRelevance ?? 0);
  return byTrust(a, b) || weightOf(b) - weightOf(a);
}

/**
 * The report by rule, where nothing of a model's holds.
 *
 * @param cause why, for the record
 */
export async function writeByRule(
  run: Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>,
  material: StoredMaterial,
  cause: string,
): Promise<ReportDraft> {
  return run.reasoning.askRules('synthesizeReport', reportInput(run, material), 'write the report by rule', cause);
}

function reportInput({ request, accounts }: Pick<ResearchRun, 'request' | 'accounts'>, material: StoredMaterial) {
  const { anchor, corpus, clarificationSummary, tasks, taskSummaries, quotes, findings, contradictions } = material;
  return {
    anchor,
    corpusId: corpus.corpusId,
    clarificationSummary,
    taskTexts: tasks.map(({ text }) => text),
    ...referTo(material, findings),
    quotes,
    taskSummaries,
    gaps: accounts.gaps,
    ...(contradictions !== undefined && { contradictions }),
    length: request.settings.length,
    tierCaps: request.settings.tierCaps,
  };
}

/** The material with what the draft cites of the reserve. */
export function withDrawn(material: StoredMaterial, draft: ReportDraft): StoredMaterial {
  const { findings, reserve, leftOut } = material;
  const cited = new Set(allClaims(draft).flatMap(({ citations }) => citations.map(findingIdIn)));
  const isCited = ({ findingId }: { readonly findingId: string }): boolean => cited.has(findingId);
  const drawn = reserve.filter(isCited);
  if (drawn.length === 0) return material;
  const ids = new Set(drawn.map(({ findingId }) => findingId));
  return {
    ...material,
    findings: [...findings, ...drawn],
    reserve: reserve.filter((finding) => !isCited(finding)),
    leftOut: leftOut.map((one) => (ids.has(one.findingId) ? { ...one, isDrawn: true } : one)),
  };
}

/**
 * A draft plus a section with the findings that no claim cites, each in its source's own words: if research was
 * finished early, the report contains everything that was found.
 */
export function withUncitedFindings(draft: ReportDraft, findings: readonly Finding[], language: string): ReportDraft {
  const cited = new Set(allClaims(draft).flatMap(({ citations }) => citations));
  const claims = findings
    .filter(({ quotes }) => quotes.length > 0 && quotes.every(({ key }) => !cited.has(key)))
    .flatMap(({ quotes: [quote] }): Claim[] =>
      quote === undefined ? [] : [{ text: quoted(quote.text, language), citations: [quote.key] }],
    );
  if (claims.length === 0) return draft;
  const heading =
    language === 'de' ? 'Weitere Befunde bis zum vorzeitigen Ende' : 'Further findings up to the early end';
  return { ...draft, sections: [...draft.sections, { heading, claims }] };
}

function quoted(text: string, language: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return language === 'de' ? `„${words}“` : `“${words}”`;
}
