import { type Ledger, type MeteringTerms, UNLIMITED } from '@plumbline/contracts/common/metering';
import type { DocumentParser } from '@plumbline/documents/parser';
import type { CallStore } from '@plumbline/model/calls';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { createPageFetcher, createRobots, createWebAgent } from '@plumbline/web/fetching';
import { createPageLibrary, type OpenPageLibrary, type PageReading } from '@plumbline/web/page-library';
import { htmlPage, NO_ROBOTS, type PageAnswer, type PageServer, startPageServer } from '../servers/page-server.ts';
import { temporaryFolder } from './corpus-fixtures.ts';
import { createTestCalls } from './test-calls.ts';

export const RUN = 'web-000000000001';
export const OTHER_RUN = 'web-000000000002';

/** A page in three passages, two of them below a heading. */
const LAMP = `<html lang="en"><head><title>Harbour lamp</title></head><body><article>
  <p>These are the rules for the keeper of the light.</p>
  <h2>Oil</h2><p>The keeper fills the lamp with whale oil every evening before it gets dark.</p>
  <h2>Wick</h2><p>The wick is trimmed at § 5 hours, and more often when a storm comes up from the sea.</p>
</article></body></html>`;
export const lampPage = htmlPage(LAMP);
/** Breaks off in the middle. */
export const halfLampPage: PageAnswer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': LAMP.length });
  response.write(LAMP.slice(0, 200), () => response.destroy());
};

/** Words of the passages of a page. */
export function textsOf(reading: PageReading): string[] {
  if (reading.kind === 'refused') throw new Error(`The page was refused: ${reading.reason}`);
  return reading.passages.map(({ text }) => text);
}

/** A page library on a home of its own, and a site on loopback that it may read. */
export interface TestPageLibrary {
  readonly site: PageServer;
  /** Answers of the site by path; at first it has the page `/lamp` and no rules for programs. */
  readonly pages: Record<string, PageAnswer>;
  readonly home: string;
  readonly library: OpenPageLibrary;
  /** Documents that were parsed. */
  readonly parsed: string[];
  /** How often a path was asked for. */
  fetchesOf(path: string): number;
  /** Moves the clock on. */
  wait(milliseconds: number): void;
  read(
    path: string,
    options?: {
      run?: string;
      domainBlock?: readonly string[];
      metering?: MeteringTerms;
      signal?: AbortSignal;
    },
  ): ReturnType<OpenPageLibrary['read']>;
  ledgerOf(run: string): Promise<Ledger | null>;
  /** Another process's view: the same home, a library of its own. */
  openAnother(): OpenPageLibrary;
  dispose(): Promise<void>;
}

/** @param parser stays open; starting one takes longer than most tests */
export async function createTestPageLibrary(parser: DocumentParser): Promise<TestPageLibrary> {
  const pages: Record<string, PageAnswer> = { '/robots.txt': NO_ROBOTS, '/lamp': lampPage };
  const site = await startPageServer(pages);
  const folder = await temporaryFolder();
  const agent = createWebAgent({ allowedHosts: [site.host] });
  const parsed: string[] = [];
  const opened: (OpenPageLibrary & { readonly calls: CallStore })[] = [];
  let time = Date.parse('2026-01-02T03:04:05Z');

  const now = (): Date => new Date(time);
  const counting: DocumentParser = {
    ...parser,
    parse(request, signal) {
      parsed.push(request.locator);
      return parser.parse(request, signal);
    },
  };
  const openAnother = (): OpenPageLibrary => {
    const fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now });
    const robots = createRobots({ fetcher, now });
    const blobs = createFileBlobStore(folder.path);
    const { paidCalls, payingAs, store } = createTestCalls(folder.path, { now });
    const library = createPageLibrary({
      home: folder.path,
      blobs,
      fetcher,
      robots,
      parser: counting,
      paidCalls,
      records: null,
    });
    const paying: OpenPageLibrary = {
      ...library,
      read: (request) => payingAs({ researchId: request.webCorpusId }, () => library.read(request)),
    };
    opened.push({ ...paying, calls: store });
    return paying;
  };
  const library = openAnother();

  return {
    site,
    pages,
    home: folder.path,
    library,
    parsed,
    openAnother,
    fetchesOf: (path) => site.requests.filter((request) => request === path).length,
    wait: (milliseconds) => {
      time += milliseconds;
    },
    read: (path, { run = RUN, domainBlock = [], metering = UNLIMITED, signal = new AbortController().signal } = {}) => {
      const { href: url } = new URL(path, site.origin);
      return library.read({ url, webCorpusId: run, domainBlock, metering, signal });
    },
    ledgerOf: async (run) => (await opened[0]?.calls.ledgerOf(run)) ?? null,
    async dispose() {
      for (const each of opened) {
        each.close();
        await each.calls.close();
      }
      await agent.destroy();
      await site.close();
      await folder.dispose();
    },
  };
}
