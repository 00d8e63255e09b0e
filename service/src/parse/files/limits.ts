const MEGABYTE = 1024 * 1024;

/** Reference, "Limits": direct upload to POST /parse, 50 MB. */
export const DIRECT_UPLOAD_MAX_BYTES = 50 * MEGABYTE;

/** Reference, "Limits": upload through a prepared address, 500 MB. A link brings no more either. */
export const STORED_FILE_MAX_BYTES = 500 * MEGABYTE;

/** Reference, "Limits": the bytes of a prepared upload must be sent within 15 minutes. */
export const UPLOAD_LIFETIME_SECONDS = 900;

/** Reference, "Limits": a stored file is deleted after 24 hours. */
export const FILE_LIFETIME_MS = 24 * 3600 * 1000;

/** Reference, "Limits": documents per parse batch. */
export const MAX_BATCH_DOCUMENTS = 50;
