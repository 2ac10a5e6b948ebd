import type { TracedAttribution, TracedClaim } from '../../../activities/corpus/quotes/attribution.ts';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import { shownPage } from '../../../workflows/contracts/evidence/shown-page.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/** Every claim with the path to its sources, one step per line. */
export function renderTrace(claims: readonly TracedClaim[], columns: number): string {
  const broken = claims.filter(({ isTraceable }) => !isTraceable).length;
  const end = broken === 0 ? 'all traced' : `${broken} NOT traced`;
  const walks = claims.flatMap((claim) => [...renderClaim(claim, columns), '']);
  return [...walks, `${counted(claims.length, 'claim')}, ${end}`].join('\n');
}

function renderClaim({ number, part, claim, attributions }: TracedClaim, columns: number): string[] {
  const { text, citations } = claim;
  const none =
    citations.length > 0 ? [] : [`  no citation${part === 'limitation' ? ' (a limitation needs none)' : ''}`];
  return [
    ...indented(`${number}. (${part}) ${text}`, 0, columns),
    ...none,
    ...attributions.flatMap((attribution) => renderAttribution(attribution, columns)),
  ];
}

function renderAttribution(attribution: TracedAttribution, columns: number): string[] {
  const { key, number, fault } = attribution;
  const steps = [findingStep, passageStep, sourceStep, bytesStep, layerStep].map((step) => step(attribution));
  return [
    ...indented(`citation ${number === null ? '' : `[${number}] `}${key}`, 2, columns),
    ...steps.flatMap((step) => (step === null ? [] : indented(step, 4, columns))),
    ...(fault === null ? [] : indented(`BROKEN: ${fault}`, 4, columns)),
  ];
}

function findingStep({ finding, taskText }: TracedAttribution): string | null {
  if (finding === null) return null;
  const { findingId, contextTier, weight, depth, origin, relevance, finalRelevance, belowThreshold, untrusted } =
    finding;
  const warning = untrusted.length === 0 ? '' : `, ⚠ contains instructions (${untrusted.join(', ')})`;
  const scores = `relevance ${relevance ?? 'unknown'} -> ${finalRelevance ?? 'unknown'}`;
  const grade = `tier ${contextTier}, weight ${Number(weight.toFixed(3))}, depth ${depth}, origin ${origin}, ${scores}${belowThreshold ? ', read below the relevance threshold' : ''}${warning}`;
  return `finding ${findingId}: ${grade}; ${taskText === null ? 'of no task' : `task: ${taskText}`}`;
}

function passageStep({ finding, quote }: TracedAttribution): string | null {
  if (finding === null || quote === null) return null;
  const { headingPath, page, passageSpan } = finding;
  const place = [...headingPath, ...(page === null ? [] : [shownPage(page, quote.recognised)])].join(' › ');
  const span = `${passageSpan.start}–${passageSpan.end}`;
  return `passage ${place === '' ? '(no heading)' : place}: characters ${span}, quote ${quote.start}–${quote.end}`;
}

function sourceStep({ source }: TracedAttribution): string | null {
  if (source === null) return null;
  const hash = source.contentHash === '' ? 'removed from the index during the run' : `content ${source.contentHash}`;
  const tier = source.sourceTier === null ? '' : ` (source tier ${source.sourceTier})`;
  return `source ${source.locator}${tier}: ${hash}`;
}

function bytesStep({ quote, stored }: TracedAttribution): string | null {
  if (quote === null || stored === null) return null;
  if (!stored.isFound) return `stored text ${quote.textHash}: missing`;
  return `stored text ${quote.textHash}: found, ${stored.isEqual ? 'equal' : 'DIFFERENT'}: "${stored.words ?? ''}"`;
}

function layerStep({ stored }: TracedAttribution): string | null {
  const words = stored?.layerWords ?? null;
  return words === null ? null : `text layer of the file: "${words}"`;
}

function indented(text: string, indent: number, columns: number): string[] {
  const [first = '', ...rest] = wrap(toPlainLine(text), Math.max(20, columns - indent - 2));
  return [' '.repeat(indent) + first, ...rest.map((line) => ' '.repeat(indent + 2) + line)];
}
