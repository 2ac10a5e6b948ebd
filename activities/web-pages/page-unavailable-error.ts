import { RemoteServerError, type RemoteServerFacts } from '../http/remote-server-error.ts';

/** A page, or the robots.txt that governs it, is unavailable at the moment; a retry may get it. */
export class PageUnavailableError extends RemoteServerError {
  override readonly name = 'PageUnavailableError';
  readonly facts: RemoteServerFacts;

  /** @param outcome one clause that continues the address: `answered 503` */
  constructor(url: URL, outcome: string, facts: RemoteServerFacts, cause?: unknown) {
    super(`${url.origin}${url.pathname} ${outcome}.`, { cause });
    this.facts = facts;
  }
}
