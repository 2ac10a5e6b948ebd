import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** So near to the end, a reader is taken to read there. */
const NEAR_PX = 160;

export interface ThreadScroll {
  /** An answer came while the reader was elsewhere. */
  readonly hasNew: boolean;
  /** Shows the newest turn. */
  readonly showNew: () => void;
}

/**
 * Keeps the newest turn of a thread in view: its message when it is sent, what is written while the reader is at the
 * end, and the beginning of the answer when it is complete. A reader who has scrolled away stays there and is told.
 *
 * @param written grows with what is written; null: nothing is being answered
 * @param isBelow there is a text above it, which is read first
 */
export function useThreadScroll(
  thread: RefObject<HTMLElement | null>,
  { turns, written, isBelow }: { readonly turns: number; readonly written: number | null; readonly isBelow: boolean },
): ThreadScroll {
  const [hasNew, setHasNew] = useState(false);
  const isFollowing = useFollowing(() => setHasNew(false));
  const before = useRef({ turns: 0, isLive: false });
  const isLive = written !== null;
  const showNew = () => {
    isFollowing.current = true;
    setHasNew(false);
    showLastTurn(thread.current);
  };
  useEffect(() => {
    const { turns: known, isLive: wasLive } = before.current;
    before.current = { turns, isLive };
    const isSent = isLive && !wasLive;
    const isOpened = known === 0 && turns > 0 && !isBelow;
    if (isSent || isOpened) showNew();
    else if (isLive && isFollowing.current) scrollToY(document.documentElement.scrollHeight);
    else if (wasLive && !isLive) {
      if (isFollowing.current) showNew();
      else setHasNew(true);
    }
  }, [turns, written]);
  return { hasNew, showNew };
}

/** Whether the reader is at the end. @param reachEnd called when the reader comes back to it */
function useFollowing(reachEnd: () => void): { current: boolean } {
  const isFollowing = useRef(true);
  useEffect(() => {
    let last = scrollY;
    const look = () => {
      const isNear = innerHeight + scrollY >= document.documentElement.scrollHeight - NEAR_PX;
      // Growing content is no scrolling away; only a way up is.
      if (isNear) isFollowing.current = true;
      else if (scrollY < last) isFollowing.current = false;
      if (isNear) reachEnd();
      last = scrollY;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return isFollowing;
}

/** Its message at the top, or all of it where it is short. */
function showLastTurn(thread: HTMLElement | null): void {
  const turn = [...(thread?.querySelectorAll('.turn') ?? [])].at(-1);
  // Below the title, which stays.
  turn?.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/** At once: what moves slowly is overtaken by what comes next. */
function scrollToY(top: number): void {
  scrollTo({ top, behavior: 'instant' });
}
