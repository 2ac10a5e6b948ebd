import type { Claim, Derivation } from '../../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import type { Engine } from '../../../workflows/contracts/research/accounting.ts';
import { placeClaims } from '../../../workflows/domain/report-claims.ts';
import { createUntrustedTest } from '../../../workflows/domain/untrusted-findings.ts';
import { holdsStruck } from '../../corpus/quotes/quoted-units.ts';
import { readableText } from '../../language/text/readable-text.ts';
import type { ReportPhrases } from '../../wording/report-phrases.ts';
import type { CitedSources, DocumentClaim } from './report-document.ts';
import { type CitedSource, type Citing, createSourceFacts } from './sources.ts';

export interface CitedContent {
  readonly findings: readonly Finding[];
  /** The documents that the findings are from. */
  readonly sources: readonly CitedSource[];
  readonly phrases: ReportPhrases;
  /** Whose claims are numbered in its order; absent: they need no numbers. */
  readonly draft?: ReportDraft;
  /** Who wrote the claims; a model's text says itself what it concludes, and gets no marks. Absent: the rules. */
  readonly engine?: Engine;
}

/** Gives claims their citations. */
export interface CitedClaims {
  readonly read: (claim: Claim) => DocumentClaim;
  readonly cite: Citing['cite'];
  readonly isUntrusted: (claim: Claim) => boolean;
  /** With what has been cited so far. */
  readonly sources: () => CitedSources;
}

export function createCitedClaims(
  { findings, sources, phrases, draft, engine = 'offline' }: CitedContent,
  citing: Citing,
): CitedClaims {
  const isUntrusted = createUntrustedTest(findings);
  // By identity: the same words can stand in two parts.
  const places = new Map(draft === undefined ? [] : placeClaims(draft).map(({ claim, number }) => [claim, number]));
  const quoted = new Map(findings.flatMap(({ quotes }) => quotes.map(({ key, text }) => [key, text] as const)));
  const facts = { phrases, detailOf: citing.detailOf, ...createSourceFacts(findings, sources) };
  const locators = [...new Set(findings.map(({ locator }) => locator))];
  return {
    read(claim) {
      const citations = citing.cite(claim.citations);
      const isPassage = claim.isPassage === true;
      return {
        number: places.get(claim) ?? 1,
        text: claim.text,
        citations,
        quotedLanguage: claim.quotedLanguage ?? null,
        isUnverified: claim.isUnverified === true,
        isDoubted: claim.isUnverified === true && engine === 'offline',
        isEntailed: claim.isEntailed === true,
        isPassage,
        isUntrusted: isUntrusted(claim),
        kind: kindOf(claim, phrases, engine),
        leavesOutStruck: citations.some((citation) => holdsStruck(citation, isPassage)),
        decidingWords: claim.citations.flatMap((key) => quoted.get(key) ?? []).map(readableText),
      };
    },
    cite: citing.cite,
    isUntrusted,
    sources: () => ({ citations: citing.citations(), registered: citing.entries(), locators, facts }),
  };
}

/** How a derived figure was computed, or that a claim of the rules is an inference; null: there is nothing to say. */
function kindOf({ derivation, isInference }: Claim, phrases: ReportPhrases, engine: Engine): string | null {
  if (derivation !== undefined) return phrases.computed(formulaOf(derivation));
  return isInference === true && engine === 'offline' ? phrases.inference : null;
}

/** As a reader can check it: `9 + 5 = 14 hours`. */
function formulaOf({ expression, result }: Derivation): string {
  return `${expression} = ${result}`;
}
