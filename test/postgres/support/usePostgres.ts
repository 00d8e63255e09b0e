import { POSTGRES_URL, STARTED_POSTGRES_URL } from '../../contract/support/postgresOfRun';

// Loaded before each test file of this project, whose environment is its own: the files of other projects in the
// same run stay on the embedded database.
process.env[POSTGRES_URL] = process.env[STARTED_POSTGRES_URL];
