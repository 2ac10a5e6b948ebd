import { type PageAnswer, pageAnswerTo, routeOfRequest } from '../builders/page-answers.ts';
import { replaceTexts } from '../builders/replaced-texts.ts';
import { servePage } from './served-page.ts';

/** The real page with its headers, over scripted answers of the API. */
export interface ScriptedPage {
  readonly address: string;
  /** Routes that were asked. */
  readonly asked: Set<string>;
  /** Requests that there is no answer to. */
  readonly unknown: string[];
  /** Replaces the texts of all further answers. */
  write(textOf: (text: string) => string): void;
  close(): Promise<void>;
}

/** @param answerTo answers of a route; null: as scripted */
export async function serveScriptedPage(
  answerTo: (route: string) => PageAnswer | null = () => null,
): Promise<ScriptedPage> {
  const [asked, unknown] = [new Set<string>(), new Array<string>()];
  let write = (text: string): string => text;
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = routeOfRequest(request.method, pathname);
    if (found === null) {
      unknown.push(`${request.method} ${pathname}`);
      return new Response(null, { status: 404 });
    }
    asked.add(found.route);
    const body = await request.text();
    const sent: object = body === '' ? {} : JSON.parse(body);
    return responseOf(replaceTexts(answerTo(found.route) ?? pageAnswerTo(found.route, found.names, sent), write));
  };
  const isApi = (url: string): boolean => new URL(url).pathname.startsWith('/api/');
  const server = await servePage({}, (request, { api }) => (isApi(request.url) ? answer(request) : api.fetch(request)));
  return {
    address: server.address,
    asked,
    unknown,
    write: (textOf) => void (write = textOf),
    close: () => server.close(),
  };
}

function responseOf(answer: PageAnswer): Response {
  if (!('events' in answer)) return Response.json(answer.body, { status: answer.status });
  const text = answer.events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (!answer.isOpen) controller.close();
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}
