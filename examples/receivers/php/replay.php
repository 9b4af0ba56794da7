<?php
// Replay protection: refuses a delivery signed more than five minutes ago. Use it beside verify().

const TOLERANCE_S = 300;

/** True when one of `$secrets` signed `$body` with the time. `$headers` has lower-case names. */
function is_recent(string $body, array $headers, array $secrets, int $now_s): bool
{
    [$uuid, $timestamp] = [$headers['webhook-id'] ?? '', $headers['webhook-timestamp'] ?? ''];
    if (!preg_match('/^[0-9]{1,12}\z/', $timestamp) || abs((int) $timestamp - $now_s) > TOLERANCE_S) {
        return false;
    }
    $is_genuine = false;
    foreach ($secrets as $secret) {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$uuid.$timestamp.$body", $key, true));
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
            $is_genuine = hash_equals($expected, $signature) || $is_genuine;
        }
    }
    return $is_genuine;
}
