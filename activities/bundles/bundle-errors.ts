/** What was asked for cannot be made into a bundle. */
export class BundleNotPossibleError extends Error {
  override readonly name = 'BundleNotPossibleError';
}

/** A file that is no bundle, or one that must not be opened: nothing of it was believed. */
export class BundleRefusedError extends Error {
  override readonly name = 'BundleRefusedError';
}

/** A bundle in a format that this version does not know. */
export class BundleVersionError extends Error {
  override readonly name = 'BundleVersionError';
}
