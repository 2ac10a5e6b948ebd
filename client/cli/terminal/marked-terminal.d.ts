declare module 'marked-terminal' {
  import type { MarkedExtension } from 'marked';

  export interface TerminalLayout {
    readonly width?: number;
    readonly reflowText?: boolean;
    readonly showSectionPrefix?: boolean;
    readonly emoji?: boolean;
    readonly tab?: number;
  }

  export function markedTerminal(layout?: TerminalLayout): MarkedExtension;
}
