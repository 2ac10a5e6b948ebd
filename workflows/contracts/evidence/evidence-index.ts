import type {
  EvidenceIndex,
  EvidenceReference,
  FindingChange,
  GivenEvidence,
  StoredFinding,
} from './evidence-reference.ts';
import type { Finding } from './finding.ts';
import type { BlobRef } from './source.ts';

const NOTHING: EvidenceIndex = new Map();

/** Notes where findings are stored now. */
export function noteStored(
  index: Map<string, StoredFinding> | undefined,
  list: BlobRef | null,
  findings: readonly Finding[],
): void {
  if (index === undefined || list === null) return;
  for (const finding of findings) {
    // In the order of the notes, so that a later list comes after the earlier ones.
    index.delete(finding.findingId);
    index.set(finding.findingId, { list, finding });
  }
}

/** Findings as an activity gets them: by reference where they are stored, with what has changed since. */
export function referTo(
  { evidence: index = NOTHING }: { readonly evidence?: EvidenceIndex },
  findings: readonly Finding[],
): GivenEvidence {
  const unstored = findings.filter(({ findingId }) => !index.has(findingId));
  if (unstored.length === findings.length) return { findings };
  const changes = findings.flatMap((finding) => changeOf(index.get(finding.findingId)?.finding, finding) ?? []);
  return {
    findings: unstored,
    evidence: {
      lists: listsOf(index, findings),
      findingIds: findings.map(({ findingId }) => findingId),
      ...(changes.length > 0 && { changes }),
    },
  };
}

/** The lists with the findings and with their quotes, since merged findings have quotes of others. */
function listsOf(index: EvidenceIndex, findings: readonly Finding[]): BlobRef[] {
  const ids = new Set(findings.map(({ findingId }) => findingId));
  const keys = new Set(findings.flatMap(keysOf));
  const isNeeded = ({ finding }: StoredFinding): boolean =>
    ids.has(finding.findingId) || keysOf(finding).some((key) => keys.has(key));
  const needed = [...index.values()].filter(isNeeded).map(({ list }) => [list.sha256, list] as const);
  return [...new Map(needed).values()];
}

function changeOf(stored: Finding | undefined, { quotes, ...current }: Finding): FindingChange | null {
  if (stored === undefined) return null;
  const { quotes: storedQuotes, ...before } = stored;
  const entries = Object.entries(current).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
  );
  const keys = quotes.map(({ key }) => key);
  const isSame = keys.length === storedQuotes.length && storedQuotes.every(({ key }, place) => key === keys[place]);
  if (isSame && entries.length === 0) return null;
  return { ...Object.fromEntries(entries), findingId: current.findingId, ...(!isSame && { quotes: keys }) };
}

/**
 * @param known what the lists hold, in their order, and the findings that were given
 * @throws {Error} when none of them is a finding that is referred to: it must not be missing in silence
 */
export function findReferred(
  { findingIds, changes = [] }: EvidenceReference,
  known: readonly Finding[],
): readonly Finding[] {
  const byId = new Map(known.map((finding) => [finding.findingId, finding]));
  const changeById = new Map(changes.map((change) => [change.findingId, change]));
  const quoteByKey = new Map(known.flatMap(({ quotes }) => quotes.map((quote) => [quote.key, quote] as const)));
  return findingIds.map((id) => {
    const stored = byId.get(id);
    if (stored === undefined) throw new Error(`No stored list holds the finding ${id}.`);
    const { quotes: keys, ...changed } = changeById.get(id) ?? {};
    const quotes = keys === undefined ? stored.quotes : keys.flatMap((key) => quoteByKey.get(key) ?? []);
    return { ...stored, ...changed, quotes };
  });
}

function keysOf({ quotes }: Finding): string[] {
  return quotes.map(({ key }) => key);
}
