import { type Claim, statementOf } from '../../workflows/contracts/evidence/claim.ts';
import type { ReportCorrection } from '../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../workflows/contracts/report/report.ts';
import { languageName } from '../../workflows/domain/language-name.ts';
import { tagged } from './prompt-text.ts';

const LANGUAGE_INSTRUCTION: Readonly<Record<string, (language: string) => string>> = {
  de: (language) =>
    `Schreibe jeden Satz des Berichts in dieser Sprache: ${language}. Die Sätze in „sentences“ standen im letzten Entwurf in einer anderen Sprache; schreibe sie neu. Nur wörtliche Zitate in Anführungszeichen und Titel bleiben, wie sie sind.`,
  en: (language) =>
    `Write every sentence of the report in this language: ${language}. The sentences in "sentences" were in another language in the last draft; write them anew. Only verbatim quotations in quotation marks and titles stay as they are.`,
};

/** The faults of the last draft, for the engine that rewrites it. */
export function renderCorrection(correction: ReportCorrection | null, language: string): string[] {
  if (correction === null) return [];
  if (correction.kind === 'language') {
    return [tagged('sentences', correction.sentences.join('\n'), 8_000), ...languageInstructions(language)];
  }
  const faults = correction.faults.map(({ kind, claim, detail }) => `${kind}: ${detail}\n  "${claim}"`);
  return [
    tagged('draft', renderDraft(correction.draft), 16_000),
    tagged('faults', faults.join('\n'), 8_000),
    'The draft was checked, and the faults were found in it. Write the report again without them: leave out what is off the question, let the first sentence answer it, and say only what the cited quotes say. Keep what was right.',
  ];
}

/** In the report's language and in a second one, so that the model follows at least one. */
function languageInstructions(language: string): string[] {
  const inOwn = LANGUAGE_INSTRUCTION[language];
  const second = language === 'en' ? 'de' : 'en';
  const named = inOwn === undefined ? `${languageName(language, 'en')} (${languageName(language, language)})` : null;
  return [
    ...(inOwn === undefined ? [] : [inOwn(languageName(language, language))]),
    LANGUAGE_INSTRUCTION[second]?.(named ?? languageName(language, second)) ?? '',
  ];
}

function renderClaims(name: string, claims: readonly Claim[]): string[] {
  const lines = claims.map((claim) => `- ${statementOf(claim, true)}`);
  return lines.length === 0 ? [] : [`${name}:`, ...lines];
}

function renderDraft({ summary, overview, sections, conflicts, keyFindings }: ReportDraft): string {
  return [
    ...renderClaims('summary', summary),
    ...renderClaims('overview', overview),
    ...sections.flatMap((section) => renderClaims(`section "${section.heading}"`, section.claims)),
    ...conflicts.flatMap((conflict) => renderClaims('conflict', conflict)),
    ...renderClaims('keyFindings', keyFindings),
  ].join('\n');
}
