/** What a person finds who opens an archive without Rapport. */
export const READ_ME = `This is a whole Account of Rapport, a self-run CRM.

manifest.json    what is in here: counts and the SHA-256 of each file
data/*.ndjson    the data: one JSON object a line, in UTF-8
schemas/*.json   the JSON Schema of the lines of each file in data/

Records of each kind have a file of their own (clients, contacts, deals, pipelines, tasks, notes).
They are as the API answers them, with two more properties: is_sample, and deleted_at for those that
were deleted in the last 30 days. Records name each other by uuid, and Users by those in
data/members.ndjson. data/merges.ndjson says to which record a merged one leads. data/events.ndjson
has the history of all records, in the order in which it happened.

data/files.ndjson has the files that are kept with records. The bytes of each are in
data/file-pieces.ndjson, in Base64 and in the order of "position"; data/file-contents.ndjson has
their SHA-256. Equal bytes are there once.

There is no secret in here: no password, token or signing secret.

Into another installation of Rapport:  rapport accounts import FILE --owner EMAIL
`;
