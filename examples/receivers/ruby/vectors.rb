# Judges the vectors on standard input with the receiver's `verify`. ../testing/vector-lines.ts describes
# the form of a line.
require_relative 'receiver'
require_relative 'replay'

HEADERS = %w[x-signature webhook-id webhook-timestamp webhook-signature].freeze

def genuine?(at_s, replay_protection, secrets, body, *values)
  headers = HEADERS.zip(values).reject { |_, value| value == '-' }.to_h.transform_values { |value| decode(value) }
  secrets = secrets == '-' ? [] : secrets.split(',').map { |secret| decode(secret) }
  verify(decode(body), headers['x-signature'].to_s, secrets) &&
    (replay_protection == '0' || recent?(decode(body), headers, secrets, at_s.to_i))
rescue ArgumentError
  false
end

def decode(field)
  field[1..].unpack1('m')
end

$stdin.each_line(chomp: true) { |line| puts genuine?(*line.split) ? 'genuine' : 'refused' }
