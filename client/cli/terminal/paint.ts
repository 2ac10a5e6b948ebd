import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** Styles a text, or returns it unchanged without colour. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(hasColour: boolean): Paint {
  // The configuration has already decided about colour; without the option Node would check the environment again.
  return hasColour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
