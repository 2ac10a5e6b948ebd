import type { ReferredHit, SearchHit } from '../../contracts/evidence.ts';
import { ON_THE_WEB, type WebLink } from '../../contracts/reference-activities.ts';
import type { WebSettings } from '../../contracts/web-search.ts';
import { isBanned, isWithin } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { readPage } from './page-reading.ts';
import type { TaskContext } from './task-context.ts';

/** Passages of a linked page that go to the gate. */
const PASSAGES_OF_PAGE = 2;

type LinkParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts'>;

/**
 * Fetches the pages that references lead to, side by side, within the domains of the request. Their best passages for the task
 * go to the gate like other targets. A page that cannot be read is an unresolved reference, no gap: nobody searched for it.
 */
export async function readLinks(
  run: LinkParts,
  context: TaskContext,
  links: readonly WebLink[],
): Promise<readonly ReferredHit[]> {
  const { request, state, accounts } = run;
  const isWanted = ({ url }: WebLink): boolean => isAllowed(request.web, url) && !isBanned(state.steering, url);
  accounts.noteReferences({
    unresolved: links.filter((link) => !isWanted(link)).map(({ url }) => `${url}${ON_THE_WEB}`),
  });
  const read = await Promise.all(
    links.filter(isWanted).map(async (link) => {
      const { text, sentence, findingId, url } = link;
      const onUnread = (cause: string) => accounts.noteReferences({ unresolved: [`${url}: ${cause}`] });
      const passages = await readPage(run, context, toHit(link), onUnread);
      return passages
        .filter(({ passage }) => !context.visitedPassages.has(passage.passageId))
        .slice(0, PASSAGES_OF_PAGE)
        .map((hit): ReferredHit => ({ ...hit, reference: { text, sentence, findingId } }));
    }),
  );
  return read.flat();
}

function isAllowed(web: Pick<WebSettings, 'domainAllow' | 'domainBlock'> | null, url: string): boolean {
  if (web === null || web.domainBlock.some((domain) => isWithin(url, domain))) return false;
  return web.domainAllow.length === 0 || web.domainAllow.some((domain) => isWithin(url, domain));
}

function toHit({ url, text, sentence }: WebLink): SearchHit {
  const unknown = { rank: 1, providerScore: 0, passage: null, publishedAt: null };
  return { ...unknown, provider: 'reference', query: text, title: text, locator: url, snippet: sentence };
}
