import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import { partsOf } from '@plumbline/contracts/report/draft-parts';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { placeClaims, type PlacedClaim } from '@plumbline/contracts/report/report-claims';
import { createClaimVerifier } from '@plumbline/evidence/claims';
import { createSettings, readPartEvidence, ruleOnCited, ruleOnUncited } from '@plumbline/evidence/statement-rules';
import type { Attribution } from '@plumbline/quotes/attribution';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';

/**
 * Applies the rules again: a claim by a rule consists of the words of its quotes; of a claim by a model, its passages do not refute
 * anything. Only what limits, connects, concludes or computes, and what was searched for in vain, needs no citation.
 */
export function createClaimCheck(record: ResearchRecord, texts: StoredTexts, hasPresentRules: boolean) {
  const findFaults =
    record.report.stats.engine === 'offline' ? faultsOfRule(record, texts) : faultsOfModel(record, texts);
  return async ({ part, claim }: PlacedClaim, attributions: readonly Attribution[]): Promise<string[]> => {
    const label = `claim "${claim.text.slice(0, 60)}"`;
    const breaks = attributions.flatMap(({ fault }) => fault ?? []);
    if (breaks.length > 0) return breaks.map((fault) => `${label}: ${fault}`);
    if (part === 'limitation') return [];
    if (attributions.length === 0 && !citesNothing(claim)) return [`${label}: no citation`];
    if (!hasPresentRules) return [];
    const quotes = attributions.flatMap(({ quote }) => quote ?? []);
    const faults = await findFaults(claim, quotes).catch((error: unknown) => [unreadable(error)]);
    return faults.map((fault) => `${label}: ${fault}`);
  };
}

type FaultSearch = (claim: Claim, quotes: readonly Quote[]) => Promise<readonly string[]>;

function citesNothing({ isInference, absence, derivation }: Claim): boolean {
  return isInference === true || (absence ?? derivation) !== undefined;
}

function faultsOfRule(record: ResearchRecord, texts: StoredTexts): FaultSearch {
  const { faultOf } = createClaimVerifier({ ...record, texts });
  return async (claim, quotes) => {
    const fault = await faultOf(claim, quotes);
    return fault === null ? [] : [fault];
  };
}

/** What only a model can judge is not judged again. */
function faultsOfModel({ anchor, findings, sources, report }: ResearchRecord, texts: StoredTexts): FaultSearch {
  const evidence = readPartEvidence(anchor, findings, texts, sources);
  const computed = placeClaims(report).flatMap(({ claim }) => claim.derivation?.result ?? []);
  const settings = partsOf(report).flatMap(({ claims }) => {
    const settingOf = createSettings(claims);
    return claims.map((claim) => [claim, settingOf(claim)] as const);
  });
  const settingOf = new Map(settings);
  return async (claim, quotes) => {
    const known = await evidence;
    const setting = settingOf.get(claim);
    const words = quotes.flatMap(({ key }) => known.wordsOf(key) ?? []);
    const { refused } =
      words.length > 0
        ? await ruleOnCited(claim, words, known, setting)
        : await ruleOnUncited(claim, known, computed, setting);
    return refused === null ? [] : [refused];
  };
}

function unreadable(error: unknown): string {
  return `the stored text cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
