<?php
// A complete receiver: `SIGNING_SECRET=… php -S 127.0.0.1:4000 receiver.php`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.

const MAX_BODY_BYTES = 2 * 1024 * 1024;

if (PHP_SAPI !== 'cli') {
    receive(explode(',', getenv('SIGNING_SECRET') ?: ''));
}

function receive(array $secrets): void
{
    // The raw bytes, because $_POST and json_encode() give others.
    $body = file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
    if (strlen($body) > MAX_BODY_BYTES) {
        http_response_code(413);
        return;
    }
    if (!verify($body, $_SERVER['HTTP_X_SIGNATURE'] ?? '', $secrets)) {
        http_response_code(401);
        return;
    }
    $event = json_decode($body);
    // Your own work goes here. Hand slow work to a queue: the service waits 15 s at most.
    file_put_contents('php://stdout', json_encode(['event' => $event->event, 'uuid' => $event->uuid]) . "\n");
    http_response_code(204);
}

/** True when one of `$secrets` signed the raw bytes `$body`. */
function verify(string $body, string $signature, array $secrets): bool
{
    if (!preg_match('/^[0-9a-f]{64}\z/', $signature)) {
        return false;
    }
    $is_genuine = false;
    foreach ($secrets as $secret) {
        $key = preg_replace('/^whsec_/', '', $secret);
        if (!preg_match('/^[A-Za-z0-9]{60}\z/', $key)) {
            throw new InvalidArgumentException('A signing secret has 60 letters and digits. Is SIGNING_SECRET set?');
        }
        $is_genuine = hash_equals(hash_hmac('sha256', $body, $key), $signature) || $is_genuine;
    }
    return $is_genuine;
}
