/** Time for the command that started the supervisor to attach. */
const FIRST_ATTACHMENT_MS = 15_000;

/** A command that attaches just now keeps server and worker running. */
const ABANDONED_MS = 50;

export interface AttachmentWatch {
  /**
   * Call it when a command came or left.
   *
   * @param lingerSeconds what a leaving one wished for
   * @returns ISO time at which lingering ends; null: it does not linger
   */
  check(lingerSeconds: number): string | null;
  close(): void;
}

/** Calls `onAbandoned` when no command holds the supervisor any longer, and the last one's wish to linger is over. */
export function watchAttachments(isHeld: () => boolean, onAbandoned: () => void): AttachmentWatch {
  const endUnlessHeld = () => {
    if (!isHeld()) onAbandoned();
  };
  let timer = setTimeout(endUnlessHeld, FIRST_ATTACHMENT_MS);
  return {
    check(lingerSeconds) {
      clearTimeout(timer);
      if (isHeld()) return null;
      const lingerMs = lingerSeconds * 1_000;
      timer = setTimeout(endUnlessHeld, Math.max(lingerMs, ABANDONED_MS));
      return lingerMs === 0 ? null : new Date(Date.now() + lingerMs).toISOString();
    },
    close: () => clearTimeout(timer),
  };
}
