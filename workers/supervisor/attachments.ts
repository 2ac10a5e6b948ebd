/** Time for the command that started the supervisor to attach. */
const FIRST_ATTACHMENT_MS = 15_000;

/** A command that attaches just now keeps server and worker running. */
const ABANDONED_MS = 50;

export interface AttachmentWatch {
  /** Call it when a command came or left; `lingerSeconds` is what a leaving one wished for. */
  check(lingerSeconds: number): void;
  /** ISO time at which lingering ends; null: it does not linger. */
  staysUntil(): string | null;
  close(): void;
}

/** Calls `onAbandoned` when no command holds the supervisor any longer, and the last one's wish to linger is over. */
export function watchAttachments(isHeld: () => boolean, onAbandoned: () => void): AttachmentWatch {
  const endUnlessHeld = () => {
    if (!isHeld()) onAbandoned();
  };
  let timer = setTimeout(endUnlessHeld, FIRST_ATTACHMENT_MS);
  let staysUntil: string | null = null;
  return {
    check(lingerSeconds) {
      clearTimeout(timer);
      staysUntil = null;
      if (isHeld()) return;
      const lingerMs = lingerSeconds * 1_000;
      if (lingerMs > 0) staysUntil = new Date(Date.now() + lingerMs).toISOString();
      timer = setTimeout(endUnlessHeld, Math.max(lingerMs, ABANDONED_MS));
    },
    staysUntil: () => staysUntil,
    close: () => clearTimeout(timer),
  };
}
