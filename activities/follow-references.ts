import { posix } from 'node:path';
import type { FollowedReferences, FollowReferencesInput } from '../workflows/contracts/activities.ts';
import type { Finding, Passage, SearchHit } from '../workflows/contracts/evidence.ts';
import type { StoredPassage } from './corpus/corpus-index.ts';
import { readPassageIfPresent } from './corpus/passage-presence.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { isNamedBy } from './evidence/named-references.ts';

type Corpus = Pick<ActivityDependencies['corpus'], 'passagesOf' | 'readPassage'>;

/** A place that a passage points to; `anchor` is a heading's fragment or a section's number. */
interface Reference {
  readonly text: string;
  readonly locator: string;
  readonly anchor: string | null;
}

const SNIPPET_LENGTH = 300;
const LINK = /(?<!!)\[[^\]]*\]\(([^()\s]+)(?:\s+"[^"]*")?\)/gu;
// "§ 5 des Bundesurlaubsgesetzes", "§ 5 BUrlG" point into another document.
const SECTION =
  /§+\s*(\d+[a-z]?)\b(?!(?:\s+\p{L}+\.?\s*\d+[a-z]?)*\s+(?:des\s+\p{Lu}|der\s+\p{Lu}|\p{Lu}\p{L}*\p{Lu}))/gu;

/** Finds the passages that findings point to: relative links into the corpus, sections of the same document. */
export function createFollowReferences({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async ({ corpusId, findings, maxReferences }: FollowReferencesInput): Promise<FollowedReferences> => {
    const seen = new Set(findings.map(({ passageId }) => passageId));
    const unresolved = new Set<string>();
    const hits: SearchHit[] = [];
    for (const finding of findings) {
      for (const reference of await referencesOf(corpus, corpusId, finding)) {
        if (hits.length >= maxReferences) break;
        const target = await resolve(corpus, corpusId, reference);
        const stored = target && (await readPassageIfPresent(corpus, corpusId, target.passageId));
        if (!stored) unresolved.add(`${finding.locator}: ${reference.text}`);
        else if (!seen.has(stored.passage.passageId)) {
          seen.add(stored.passage.passageId);
          hits.push(toHit(stored, reference, hits.length + 1));
        }
      }
    }
    return { hits, unresolved: [...unresolved] };
  };
}

async function referencesOf(corpus: Corpus, corpusId: string, finding: Finding): Promise<Reference[]> {
  const text = (await readPassageIfPresent(corpus, corpusId, finding.passageId))?.text ?? '';
  const links = [...text.matchAll(LINK)].flatMap(([, target]) => linkTo(target ?? '', finding.locator));
  const sections = [...text.matchAll(SECTION)]
    .map(([, number]) => ({ text: `§ ${number}`, locator: finding.locator, anchor: `§ ${number}` }))
    .filter(({ anchor }) => !isNamedBy(anchor, finding));
  const distinct = new Map(
    [...links, ...sections].map((reference) => [`${reference.locator}#${reference.anchor}`, reference]),
  );
  return [...distinct.values()];
}

function linkTo(target: string, from: string): Reference[] {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//iu.test(target)) return [];
  const [path = '', fragment] = target.split('#');
  const decoded = decode(path);
  const locator = decoded === '' ? from : posix.normalize(posix.join(posix.dirname(from), decoded));
  // Nothing outside the folder is ever read.
  if (locator.startsWith('..') || posix.isAbsolute(decoded)) return [];
  return [{ text: target, locator, anchor: fragment === undefined ? null : decode(fragment) }];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the text stands for itself.
    return text;
  }
}

async function resolve(corpus: Corpus, corpusId: string, { locator, anchor }: Reference): Promise<Passage | undefined> {
  const passages = await corpus.passagesOf(corpusId, locator);
  if (anchor === null) return passages[0];
  const place = { title: '', locator: '' };
  return passages.find(({ headingPath }) => {
    const heading = headingPath.at(-1) ?? '';
    return anchor.startsWith('§')
      ? isNamedBy(anchor, { ...place, headingPath: [heading] })
      : slugOf(heading) === slugOf(anchor);
  });
}

/** GitHub's fragment of a heading, less its hyphens, which tools set differently. */
function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function toHit({ passage, source, text }: StoredPassage, reference: Reference, rank: number): SearchHit {
  return {
    provider: 'reference',
    query: reference.text,
    rank,
    providerScore: 0,
    title: source.title,
    locator: source.locator,
    snippet: text.slice(0, SNIPPET_LENGTH),
    passage,
    publishedAt: source.publishedAt,
  };
}
