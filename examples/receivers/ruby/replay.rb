# Replay protection: refuses a delivery signed more than five minutes ago. Use it beside `verify`.
require 'openssl'

TOLERANCE_S = 300

# True when one of `secrets` signed `body` with the time. `headers` is a Hash with lower-case names.
def recent?(body, headers, secrets, now_s = Time.now.to_i)
  uuid, timestamp, signatures = %w[id timestamp signature].map { |name| headers["webhook-#{name}"].to_s }
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/) && (timestamp.to_i - now_s).abs <= TOLERANCE_S

  keys = secrets.map { |secret| secret.delete_prefix('whsec_').unpack1('m') }
  macs = keys.map { |key| OpenSSL::HMAC.digest('SHA256', key, "#{uuid}.#{timestamp}.".b + body.b) }
  expected = macs.map { |mac| "v1,#{[mac].pack('m0')}" }
  signatures.split.product(expected).any? { |signature, value| OpenSSL.secure_compare(signature, value) }
end
