import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { PartEvidence, PartPassage } from '@plumbline/evidence/statement-rules';
import type { Reasoner, ReasoningCall } from '@plumbline/model/reasoner';
import { type AddressedPassage, addressPassage, resolveAddresses } from '@plumbline/quotes/passages';
import { mendStatementsStep, type PlacedPassage, type RefusedInText } from '../../steps/mend-statements.ts';
import { sectionText } from '../writing/section-text.ts';
import { markOf } from '../writing/shown-evidence.ts';
import { readWrittenSection } from '../writing/written-report.ts';
import type { Found } from './absences.ts';

/** Characters of passages in one prompt. */
const MAX_PASSAGES_LENGTH = 60_000;
/** As far as those that are needed leave room below it, others that the parts cite are shown, too. */
const MAX_OTHERS_LENGTH = 28_000;

export interface Refused {
  readonly claim: Claim;
  readonly reason: string;
}

export interface MendingTools {
  readonly evidence: PartEvidence;
  readonly found: Found;
  readonly reasoner: Reasoner;
  readonly call: ReasoningCall;
}

/** A part as it was written, with what was refused of it. */
export interface FaultyPart {
  readonly claims: readonly Claim[];
  readonly refused: readonly Refused[];
}

/**
 * Asks the model once for all refused statements of some parts to be written anew, from the whole passages that they cite.
 *
 * @param warning what a part loses if nothing is mended; empty: nothing that matters
 * @returns new claims by the refused one
 */
export async function mendRefused(
  parts: readonly FaultyPart[],
  warning: string,
  { evidence, found, reasoner, call }: MendingTools,
): Promise<Reasoned<ReadonlyMap<Claim, readonly Claim[]>>> {
  const refused = parts.flatMap((part) => part.refused);
  const ids = new Map(refused.map(({ claim }, index) => [claim, `s${index + 1}`]));
  const passages = placedPassages(
    parts.flatMap(({ claims }) => claims),
    refused,
    evidence,
    found,
  );
  const { anchor } = evidence;
  const shown = refused.map((one, index) => toShown(one, index, passages));
  const show = (claim: Claim): string => [...(ids.has(claim) ? [`${ids.get(claim)}:`] : []), claim.text].join(' ');
  const section = parts.map(({ claims }) => sectionText(claims, show)).join('\n\n');
  const input = { anchor, section, refused: shown, passages, warning };
  const { value, cost } = await reasoner.run(mendStatementsStep, input, call);
  const byLabel = new Map(passages.map(({ passage }) => [passage.label, passage]));
  const resolve = (mark: string) => resolveAddresses(mark, byLabel);
  const written = new Map(value.map(({ id, text }) => [id, text]));
  const mended = refused.flatMap(({ claim }) => {
    const text = written.get(ids.get(claim) ?? '');
    if (text === undefined) return [];
    const claims = placedLike(claim, readWrittenSection(asBlock(text, claim), anchor.language, resolve).claims);
    return claims.length === 0 ? [] : [[claim, claims] as const];
  });
  return { value: new Map(mended), cost };
}

function toShown({ claim, reason }: Refused, index: number, passages: readonly PlacedPassage[]): RefusedInText {
  const form = claim.placement?.form;
  const addressed = passages.map(({ passage }) => passage);
  return {
    id: `s${index + 1}`,
    text: statementOf(claim, true),
    marks: claim.citations.map((key) => markOf(key, addressed)).join(''),
    reason,
    form: form === 'table' ? 'cell' : form === 'code' ? 'code' : 'sentence',
  };
}

/** Those that refused statements cite, or that were found for them, and as room allows the others that the parts cite. */
function placedPassages(
  sequence: readonly Claim[],
  refused: readonly Refused[],
  { wordsOf, passages }: PartEvidence,
  foundFor: Found,
): PlacedPassage[] {
  const ofClaims = (claims: readonly Claim[]): PartPassage[] =>
    claims.flatMap(({ citations }) => citations.flatMap((key) => wordsOf(key)?.passage ?? []));
  const own = ofClaims(refused.map(({ claim }) => claim));
  const ids = new Set(refused.flatMap(({ claim }) => (foundFor.get(claim) ?? []).map(({ findingId }) => findingId)));
  const found = passages.filter(({ finding }) => ids.has(finding.findingId));
  const needed = new Set([...own, ...found]);
  const trusted = [...new Set([...needed, ...ofClaims(sequence)])].filter(({ finding }) => !isUntrusted(finding));
  let length = 0;
  const shown = trusted.filter((passage) => {
    length += passage.text.length;
    return length <= (needed.has(passage) ? MAX_PASSAGES_LENGTH : MAX_OTHERS_LENGTH);
  });
  return shown.map((passage, index) => ({
    passage: addressed(passage, `p${index + 1}`),
    place: passage.place.replaceAll('\n', ' > '),
  }));
}

export function addressed({ finding, text, language }: PartPassage, label: string): AddressedPassage {
  return addressPassage(label, finding, text, language);
}

const FIRST_MARK = /\[p\d+\.\d/u;
const MARKS = /^(?:\[p\d[^[\]]*\]\s*)+$/u;
const FENCE = /^```\w*$/u;

/** Lines of code are read as such, whatever they look like. */
function asBlock(text: string, { placement }: Claim): string {
  if (placement?.form !== 'code') return text;
  const lines = text.split('\n').filter((line) => !FENCE.test(line.trim()));
  const last = lines.at(-1) ?? '';
  const at = last.search(FIRST_MARK);
  const marks = at === -1 || !MARKS.test(last.slice(at)) ? '' : last.slice(at);
  const code = [...lines.slice(0, -1), last.slice(0, last.length - marks.length).trimEnd()];
  return ['```', ...code.filter((line) => line.trim() !== ''), '```', marks.trim()].join('\n');
}

/** A cell and lines of code stay one. */
export function placedLike({ placement, citations: given }: Claim, claims: readonly Claim[]): Claim[] {
  const form = placement?.form;
  const [first] = claims;
  if (first === undefined || placement === undefined) return claims.map(withoutPlacement);
  if (form !== 'table' && form !== 'code') return claims.map((claim) => ({ ...claim, placement }));
  const text = claims.map((claim) => claim.text).join(form === 'code' ? '\n' : ' ');
  const own = [...new Set(claims.flatMap(({ citations }) => citations))];
  const citations = own.length === 0 && form === 'code' ? given : own;
  return [{ ...first, text, citations, placement }];
}

function withoutPlacement(placed: Claim): Claim {
  const { placement: _, ...claim } = placed;
  return claim;
}
