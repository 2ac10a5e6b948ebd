import type { IPropertiesOptions } from 'docx';

const HEADING = { font: 'Calibri', bold: true, color: '1C1F24' };

/** Sizes in half points, distances in twentieths of a point. */
export const DOCX_STYLES = {
  default: {
    heading1: { run: { ...HEADING, size: 36 }, paragraph: { spacing: { after: 120 } } },
    heading2: { run: { ...HEADING, size: 28 }, paragraph: { spacing: { before: 320, after: 120 }, keepNext: true } },
    heading3: { run: { ...HEADING, size: 24 }, paragraph: { spacing: { before: 240, after: 80 }, keepNext: true } },
    footnoteText: { run: { size: 18 } },
  },
} satisfies IPropertiesOptions['styles'];

export const BULLETS = 'bullets';

export const NUMBERING = {
  config: [
    {
      reference: BULLETS,
      levels: [
        {
          level: 0,
          format: 'bullet' as const,
          text: '•',
          style: { paragraph: { indent: { left: 360, hanging: 260 } } },
        },
      ],
    },
  ],
} satisfies IPropertiesOptions['numbering'];
