import { randomUUID } from 'node:crypto';
import { counted } from '@plumbline/contracts/common/counted';
import type { Notice } from '@plumbline/contracts/report/notice';
import { createHttpReranker } from '@plumbline/ranking/http-reranker';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { ProviderTraits } from '@plumbline/web/search';
import { createSearchProviders, isSetUp } from '@plumbline/web/search-providers';
import { createNotices, type NoticesConfig } from '../../activities/notices/notices.ts';
import { createEmbedder } from '../assembly/dependencies.ts';
import type { EmbeddingConfig, RerankConfig, WebConfig } from '../config/worker-config.ts';

const TIMEOUT_MS = 10_000;

/** Which providers are ready. Sends a search only to SearXNG: the others count or charge every search. */
export async function checkSources(web: WebConfig): Promise<string> {
  const ready = providerDefinitions().filter((definition) => isSetUp(definition, web));
  const answering = ready.some(({ name }) => name === 'searxng') ? [await askSearxng(web)] : [];
  const missing = providerDefinitions()
    .filter((definition) => !ready.includes(definition))
    .map(({ name, requiredVariables }) => `${name} (${requiredVariables.join(', ')})`);
  return [
    ...answering,
    `ready: ${describeReady(ready)}`,
    ...(missing.length === 0 ? [] : [`not set up: ${missing.join(', ')}`]),
    ...(web.contact === null
      ? ['PLUMBLINE_CONTACT is not set: servers cannot contact you and may limit your requests']
      : []),
  ].join('; ');
}

async function askSearxng(web: WebConfig): Promise<string> {
  const results = await createSearchProviders(web, { timeoutMs: TIMEOUT_MS }).open('searxng').search({
    query: 'encyclopedia',
    language: 'en',
    topK: 10,
    domainAllow: [],
    domainBlock: [],
    since: null,
    signal: new AbortController().signal,
  });
  // An instance answers even if all its engines are blocked.
  return `searxng answers with ${counted(results.length, 'result')}`;
}

function describeReady(ready: readonly ProviderTraits[]): string {
  const kinds: readonly ProviderTraits['kind'][] = ['general', 'encyclopedia', 'scholarly'];
  const groups = kinds.map((kind) => ({
    kind,
    names: ready.filter((traits) => traits.kind === kind).map(({ name }) => name),
  }));
  return groups
    .filter((group) => group.names.length > 0)
    .map((group) => `${group.names.join(', ')} (${group.kind})`)
    .join(', ');
}

/** Without an embedding model, one is offered that needs no server. */
export async function examineEmbedding(embedding: EmbeddingConfig | null) {
  if (embedding !== null) return { detail: await checkEmbedding(embedding), outcome: 'answers' as const };
  const detail = 'none configured: search by words only. To search by meaning too, on this machine (170 MB):';
  return { detail, outcome: 'off' as const, commands: ['npx plumbline model'] };
}

/** Embeds one word. */
export async function checkEmbedding(embedding: EmbeddingConfig): Promise<string> {
  const embedder = createEmbedder(embedding, TIMEOUT_MS);
  const [vector] = (await embedder?.embed(['ready'], 'query', new AbortController().signal)) ?? [];
  return `${embedding.model} answers with ${vector?.length ?? 0} dimensions`;
}

/** Requests a ranking of two texts. */
export async function checkRerank(rerank: RerankConfig | null): Promise<string> {
  if (rerank === null) return 'none configured: built-in ranking';
  const reranker = createHttpReranker({ ...rerank, timeoutMs: TIMEOUT_MS });
  await reranker.rerank({
    query: 'What is a plumb line?',
    documents: ['A plumb line is a cord with a weight.', 'Bread is baked in an oven.'],
    signal: new AbortController().signal,
  });
  return `${rerank.model ?? rerank.url} answers`;
}

const TRIED_NOTICE: Omit<Notice, 'id'> = {
  kind: 'briefing',
  runId: 'test',
  title: 'A message to try this out',
  event: 'published',
  language: 'en',
  questions: [],
  subject: null,
  until: null,
};

/** @param sends a message to each recipient; otherwise they are only counted */
export async function checkNotices(config: NoticesConfig, sends: boolean) {
  const notices = createNotices(config);
  if (notices === null) return { detail: 'none: notify.to is not set', outcome: 'off' as const };
  const recipients = counted(notices.recipients.length, 'recipient');
  if (!sends)
    return { detail: `${recipients}; npx plumbline doctor --notify sends a message`, outcome: 'ready' as const };
  const notice: Notice = { ...TRIED_NOTICE, id: randomUUID() };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await Promise.all(notices.recipients.map((recipient) => notices.send({ recipient, notice }, signal)));
  return { detail: `a message was sent to ${recipients}`, outcome: 'answers' as const };
}
