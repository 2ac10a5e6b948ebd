import { fullBriefing, fullOutput, listedBriefings } from './page-briefings.ts';
import { fullComparison, fullReading, fullText, fullTrace } from './page-reports.ts';
import { listedRuns, RUN_EVENTS } from './page-runs.ts';
import {
  answerEvents,
  busySession,
  failedAnswer,
  foundMemory,
  fullSession,
  listedSessions,
  memoryEntries,
} from './page-talks.ts';

/** What a route answers: a value, or events. */
export type PageAnswer =
  | { readonly status: number; readonly body: object }
  /** `isOpen`: more may come. */
  | { readonly events: readonly object[]; readonly isOpen: boolean };

type Answering = (names: readonly string[], request: { readonly messageId?: string }) => PageAnswer;

const found = (body: object): PageAnswer => ({ status: 200, body });
const refused: Answering = () => ({
  status: 409,
  body: {
    type: 'about:blank',
    title: 'Refused',
    status: 409,
    detail: 'The request does not fit.',
    remedy: 'Ask in another way.',
    issues: ['question', 'settings.limits.pages'].map((path) => ({ path, message: `Something is wrong at ${path}.` })),
  },
});

/** Every route that the page uses, by method and path of the API's document. `refused` in a path is refused. */
export const PAGE_ANSWERS: Readonly<Record<string, Answering>> = {
  'GET /api/runs': () => found({ runs: listedRuns() }),
  'PATCH /api/runs/{researchId}': refused,
  'DELETE /api/runs/{researchId}': refused,
  'PATCH /api/sessions/{sessionId}': refused,
  'DELETE /api/sessions/{sessionId}': refused,
  'GET /api/runs/{researchId}/events': ([researchId = '']) => {
    const events = RUN_EVENTS[researchId]?.() ?? [];
    return { events, isOpen: !events.some(({ kind }) => kind === 'end') };
  },
  'GET /api/runs/{researchId}/reading': () => found(fullReading()),
  'GET /api/runs/{researchId}/claims/{claim}/trace': () => found(fullTrace()),
  'GET /api/runs/{researchId}/sources/{sourceId}/text': () => found(fullText()),
  'GET /api/runs/{researchId}/sources/{sourceId}/original': refused,
  'GET /api/runs/{researchId}/exports/{format}': refused,
  'GET /api/runs/{researchId}/bundle': refused,
  'GET /api/runs/{researchId}/shares': () =>
    found({ shares: [{ shareId: '3f9a21c0', createdAt: '2026-01-02T03:04:05Z', expiresAt: '2026-01-09T03:04:05Z' }] }),
  'POST /api/runs/{researchId}/shares': refused,
  'DELETE /api/runs/{researchId}/shares/{shareId}': refused,
  'POST /api/runs/{researchId}/fork': refused,
  'GET /api/shared': () => found({ share: { researchId: 'done' } }),
  'GET /api/runs/{a}/comparison/{b}': () => found(fullComparison()),
  'GET /api/briefings': () => found({ briefings: listedBriefings() }),
  'GET /api/briefings/{name}': () => found(fullBriefing()),
  'POST /api/briefings': refused,
  'PUT /api/briefings/{name}/schedules/{kind}': refused,
  'GET /api/briefings/{name}/outputs/{outputId}': () => found(fullOutput()),
  'GET /api/user': () => found({ userId: null, quotas: [] }),
  'GET /api/memory': () => found({ entries: memoryEntries() }),
  'POST /api/memory/query': () => found(foundMemory()),
  'POST /api/memory': refused,
  'POST /api/memory/{entryId}/reinforce': refused,
  'DELETE /api/memory/{entryId}': ([entryId = '']) => found({ forgotten: [entryId], heldBy: ['A session of hers'] }),
  'DELETE /api/memory': refused,
  'GET /api/sessions': () => found({ sessions: listedSessions() }),
  'GET /api/sessions/{sessionId}': ([sessionId]) => found(sessionId === 'busy' ? busySession() : fullSession()),
  'GET /api/sessions/{sessionId}/answers/{turn}/citations/{number}/text': () => found(fullText()),
  'GET /api/sessions/{sessionId}/answers/{turn}/citations/{number}/original': refused,
  'POST /api/query/stream': (_names, { messageId }) =>
    messageId === 'm-pending'
      ? { events: answerEvents(), isOpen: true }
      : { events: [...answerEvents(), failedAnswer()], isOpen: false },
  'POST /api/feedback': refused,
  'POST /api/sessions/{sessionId}/stop': refused,
  'GET /api/sources': () =>
    found({ documents: ['Docs of hers', 'Minutes'], catalogues: ['Shop'], web: ['A provider'] }),
  'GET /api/engine': () => found({ model: 'A model of it', isThere: true }),
  'GET /api/overview': () =>
    found({
      model: 'A model of it',
      folders: [
        { name: 'Docs of hers', documents: 3, unreadable: 1 },
        { name: 'Minutes', documents: null, unreadable: 0 },
      ],
    }),
  'GET /api/settings': () => found({ settings: [limitSetting()] }),
  'POST /api/runs': refused,
  ...Object.fromEntries(
    ['answer', 'skip', 'approve', 'steer', 'extend', 'retry', 'finish', 'cancel'].map((message) => [
      `POST /api/runs/{researchId}/${message}`,
      refused,
    ]),
  ),
};

function limitSetting() {
  const presets = { quick: 10, standard: 'A text of the server', deep: 100 };
  return { path: ['limits', 'pages'], description: 'Pages that are read.', unit: 'pages of it', presets };
}

/** The route of a request with the names in its path; null: there is none. */
export function routeOfRequest(
  method: string,
  path: string,
): { readonly route: string; readonly names: string[] } | null {
  for (const route of Object.keys(PAGE_ANSWERS)) {
    const [own, template = ''] = route.split(' ');
    const names = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (own === method && names !== null) return { route, names: names.slice(1).map(decodeURIComponent) };
  }
  return null;
}

export function pageAnswerTo(route: string, names: readonly string[], request: object): PageAnswer {
  const answer = names.includes('refused') ? refused : (PAGE_ANSWERS[route] ?? refused);
  return answer(names, request);
}
