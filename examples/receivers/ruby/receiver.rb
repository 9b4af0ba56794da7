# A complete receiver with Rack, served by Puma: `PORT=4000 SIGNING_SECRET=… ruby receiver.rb`. In
# Sinatra put the same into `post '/' do … end`, with request.env and request.body.
# SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
require 'json'
require 'openssl'

SECRETS = ENV.fetch('SIGNING_SECRET').split(',')
MAX_BODY_BYTES = 2 * 1024 * 1024

RECEIVER = lambda do |env|
  # The raw bytes, because parsed and generated parameters have others.
  body = env['rack.input'].read(MAX_BODY_BYTES + 1).to_s
  next [413, {}, []] if body.bytesize > MAX_BODY_BYTES
  next [401, {}, []] unless verify(body, env['HTTP_X_SIGNATURE'].to_s, SECRETS)

  event = JSON.parse(body)
  # Your own work goes here. Hand slow work to a queue: the service waits 15 s at most.
  $stdout.puts JSON.generate(event.slice('event', 'uuid'))
  $stdout.flush
  [204, {}, []]
end

# True when one of `secrets` signed the raw bytes `body`. `signature` is the header X-Signature.
def verify(body, signature, secrets)
  return false unless signature.b.match?(/\A[0-9a-f]{64}\z/n)

  keys = secrets.map { |secret| secret.delete_prefix('whsec_') }
  unless keys.all? { |key| key.match?(/\A[A-Za-z0-9]{60}\z/) }
    raise ArgumentError, 'A signing secret has 60 letters and digits. Is SIGNING_SECRET set?'
  end

  macs = keys.map { |key| OpenSSL::HMAC.hexdigest('SHA256', key, body) }
  macs.any? { |mac| OpenSSL.fixed_length_secure_compare(mac, signature) }
end

verify('', '0' * 64, SECRETS) # A malformed secret is refused now, not at the first delivery.
if $PROGRAM_NAME == __FILE__
  require 'puma'
  server = Puma::Server.new(RECEIVER)
  listener = server.add_tcp_listener('127.0.0.1', ENV.fetch('PORT', '4000').to_i)
  server.run
  warn "Receiving on http://127.0.0.1:#{listener.addr[1]}"
  sleep
end
