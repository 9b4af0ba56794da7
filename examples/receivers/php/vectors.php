<?php
// Judges the vectors on standard input with the receiver's verify(). ../testing/vector-lines.ts describes
// the form of a line.
require __DIR__ . '/receiver.php';
require __DIR__ . '/replay.php';

const HEADERS = ['x-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

function is_genuine(string $at_s, string $replay_protection, string $secrets, string $body, string ...$values): bool
{
    $present = array_filter(array_combine(HEADERS, $values), fn($value) => $value !== '-');
    $headers = array_map('decode', $present);
    $secrets = $secrets === '-' ? [] : array_map('decode', explode(',', $secrets));
    try {
        return verify(decode($body), $headers['x-signature'] ?? '', $secrets)
            && ($replay_protection === '0' || is_recent(decode($body), $headers, $secrets, (int) $at_s));
    } catch (InvalidArgumentException) {
        return false;
    }
}

function decode(string $field): string
{
    return base64_decode(substr($field, 1));
}

while (($line = fgets(STDIN)) !== false) {
    echo is_genuine(...explode(' ', rtrim($line, "\n"))) ? "genuine\n" : "refused\n";
}
